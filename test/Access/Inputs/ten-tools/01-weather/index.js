'use strict';

const { fromOpenMeteo, fromOpenWeather } = require('./providers');

const GEOCODER = 'https://geocoding-api.open-meteo.com/v1/search';

/** Calls `attempt` again when the server is busy or the connection broke. */
function withRetry(attempt, retries) {
  return async (...args) => {
    for (let left = retries; ; left -= 1) {
      try {
        return await attempt(...args);
      } catch (error) {
        const status = error.response?.status;
        if (left === 0 || (status && status < 500 && status !== 429)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 250 * (retries - left + 1)));
      }
    }
  };
}

async function locate(get, city, language) {
  const { results = [] } = await get(GEOCODER, { name: city, count: 1, language });
  if (results.length === 0) throw new Error(`no place is called ${city}`);
  const [{ name, country, latitude, longitude, timezone }] = results;
  return { name, country, latitude, longitude, timezone };
}

function sentence(place, days, units) {
  const degrees = units === 'imperial' ? '°F' : '°C';
  const [today] = days;
  const rain = today.rain > 0.5 ? `, ${today.rain} mm of rain` : ', dry';
  return `${place.name}, ${place.country}: ${today.low} to ${today.high} ${degrees}${rain}`;
}

module.exports = async function handler(input, ctx) {
  const city = (input.city ?? input.userMessage ?? '').trim();
  if (!city) throw new TypeError('city is required');

  const axios = ctx.require('axios');
  const { WEATHER_UNITS = 'metric', OPENWEATHER_API_KEY } = ctx.process.env;
  const units = input.units ?? WEATHER_UNITS;
  const get = withRetry(async (url, params) => {
    const response = await axios.get(url, { params, timeout: 8000 });
    return response.data;
  }, 2);

  const place = await locate(get, city, ctx.process.env.WEATHER_LANGUAGE ?? 'en');
  const days = OPENWEATHER_API_KEY
    ? await fromOpenWeather(get, place, units, OPENWEATHER_API_KEY)
    : await fromOpenMeteo(get, place, units);

  return { place, units, days, summary: sentence(place, days, units) };
};
