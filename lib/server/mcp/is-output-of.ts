import type { ConsoleOperationName, ConsoleOutput } from '@/contract/console/operations'

/** True when `name` is the wanted operation; narrows the type of its output. */
export const isOutputOf = <Name extends ConsoleOperationName>(
  wanted: Name,
  name: ConsoleOperationName,
  _output: object,
): _output is ConsoleOutput<Name> & object => name === wanted
