#!/usr/bin/env node
import { start } from '../lib/start.js';

start('agentc', 'agentc-extract-config');
