'use strict';

const OPEN_WEATHER = 'https://api.openweathermap.org/data/3.0';

const round = (value) => Math.round(value * 10) / 10;

async function fromOpenMeteo(get, { latitude, longitude, timezone }, units) {
  const { daily } = await get('https://api.open-meteo.com/v1/forecast', {
    latitude,
    longitude,
    timezone,
    daily: 'temperature_2m_min,temperature_2m_max,precipitation_sum',
    temperature_unit: units === 'imperial' ? 'fahrenheit' : 'celsius',
  });
  return daily.time.map((date, index) => ({
    date,
    low: round(daily.temperature_2m_min[index]),
    high: round(daily.temperature_2m_max[index]),
    rain: round(daily.precipitation_sum[index]),
  }));
}

async function fromOpenWeather(get, { latitude, longitude }, units, key) {
  const { daily } = await get(`${OPEN_WEATHER}/onecall`, { lat: latitude, lon: longitude, units, appid: key });
  return daily.map(({ dt, temp, rain = 0 }) => ({
    date: new Date(dt * 1000).toISOString().slice(0, 10),
    low: round(temp.min),
    high: round(temp.max),
    rain: round(rain),
  }));
}

// Not used since version 1.2: asks for a contact in every request.
async function fromMetNorway(get, { latitude, longitude }) {
  const { properties } = await get('https://api.met.no/weatherapi/locationforecast/2.0/compact', {
    lat: latitude,
    lon: longitude,
    contact: process.env.MET_NORWAY_CONTACT,
  });
  return properties.timeseries;
}

module.exports = { fromOpenMeteo, fromOpenWeather, fromMetNorway };
