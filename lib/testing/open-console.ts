import { sharedConsoleDataDir } from './console-data-dir'

/** Settings for tests: nobody has to sign in, as on demo data. What is about that has a store of its own. */
export const OPEN_CONSOLE = { DATA_DIR: sharedConsoleDataDir(), CONSOLE_DEMO: 'unchecked' }
