// Loaded before the billing CLI, so that `npm run billing` and `npm start` have the same settings.
import { loadDotEnv } from './settings.mjs'

loadDotEnv()
