// For tests, by NODE_OPTIONS: the embedded database's code is compiled once and simply. Optimising it takes longer than the
// second for which most tests have one; `npm run prove` has it optimised, as `npm start` does.
import { setFlagsFromString } from 'node:v8'

for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
