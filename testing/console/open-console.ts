import { sharedConsoleDataDir } from './console-data-dir'

/** Settings for tests whose billing API reports demo data at `GET /demo-data`: the console needs no sign-in. */
export const OPEN_CONSOLE = { DATA_DIR: sharedConsoleDataDir(), CONSOLE_DEMO: '1' }
