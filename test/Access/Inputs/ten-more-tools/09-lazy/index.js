'use strict';

const axios = require('axios');
const { tool } = require('ai');
const { z } = require('zod');

const { lazy } = require('./lazy');

const search = lazy(() => axios.create({ baseURL: 'https://search.acme.dev', headers: { key: process.env.SEARCH_KEY } }));

let storage;
function getStorage() {
  if (!storage) storage = axios.create({ baseURL: 'https://files.acme.dev/v1', auth: { username: 'bot', password: process.env.FILES_PASSWORD } });
  return storage;
}

class Mailer {
  static #instance;

  static get instance() {
    return (Mailer.#instance ??= new Mailer(process.env.MAIL_KEY));
  }

  constructor(key) {
    this.key = key;
  }

  send(to, text) {
    return axios.post('https://api.postmarkapp.com/email', { to, text }, { headers: { 'x-token': this.key } });
  }
}

exports.find = tool({
  description: 'Find files',
  inputSchema: z.object({ text: z.string() }),
  execute: async ({ text }) => (await search().get('/query', { params: { text } })).data,
});

exports.upload = tool({
  description: 'Keep a file',
  inputSchema: z.object({ name: z.string(), text: z.string() }),
  execute: async ({ name, text }) => (await getStorage().put(`/files/${name}`, text)).status,
});

exports.mail = tool({
  description: 'Write a mail',
  inputSchema: z.object({ to: z.string(), text: z.string() }),
  execute: async ({ to, text }) => (await Mailer.instance.send(to, text)).status,
});
