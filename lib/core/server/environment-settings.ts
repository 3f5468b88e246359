import { z } from 'zod'
import { EnvironmentColour, type EnvironmentLink } from '../environment'
import { isLoopbackAddress } from '@/contract/settings.mjs'

const MAX_ENVIRONMENTS = 10
const MAX_NAME_CHARS = 40

const WRONG_FORM =
  `must be NAME=ADDRESS with commas between; names of at most ${MAX_NAME_CHARS} characters, ` +
  'https addresses without a path (http on this machine only)'

/** Parses `Live=https://billing.example.com,Test=https://billing-test.example.com`. */
function environmentsOf(text: string, context: z.RefinementCtx): EnvironmentLink[] {
  const links = text.split(',').map((pair) => {
    const [, name = '', address = ''] = /^\s*([^=]*?)\s*=\s*(\S+)\s*$/.exec(pair) ?? []
    return { name, origin: originOf(address) }
  })
  if (links.some(({ name, origin }) => name === '' || name.length > MAX_NAME_CHARS || origin === ''))
    context.addIssue(WRONG_FORM)
  else if (links.length > MAX_ENVIRONMENTS) context.addIssue(`must list at most ${MAX_ENVIRONMENTS} environments`)
  else if (new Set(links.map(({ name }) => name)).size < links.length) context.addIssue('must not contain a name twice')
  return links
}

/** Returns the origin of an address that a badge may link to; an empty string for any other text. */
function originOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, origin, href } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackAddress(address))
  return isSafe && href === `${origin}/` ? origin : ''
}

/** The settings of the environment badge. */
export const ENVIRONMENT_SETTINGS = {
  /** The text of the badge. */
  CONSOLE_ENVIRONMENT: z.string().max(MAX_NAME_CHARS).default('Local'),
  CONSOLE_ENVIRONMENT_COLOUR: EnvironmentColour.default('grey'),
  /** The consoles of all environments. The badge is then a menu that leads to them. */
  CONSOLE_ENVIRONMENTS: z.string().max(4096).transform(environmentsOf).optional(),
}

interface Parsed {
  CONSOLE_ENVIRONMENT: string
  CONSOLE_ENVIRONMENTS?: EnvironmentLink[] | undefined
  CONSOLE_ORIGIN?: string | undefined
}

/** Checks that the badge cannot name another environment than the one that people opened. */
export function checkEnvironments(
  { CONSOLE_ENVIRONMENT: name, CONSOLE_ENVIRONMENTS: all, CONSOLE_ORIGIN: origin }: Parsed,
  context: z.RefinementCtx,
): void {
  if (all === undefined) return
  const own = all.find((environment) => environment.name === name)
  const fail = (message: string) => context.addIssue({ code: 'custom', path: ['CONSOLE_ENVIRONMENTS'], message })
  if (own === undefined) fail('must contain the name in CONSOLE_ENVIRONMENT')
  else if (origin !== undefined && own.origin !== origin)
    fail('must have CONSOLE_ORIGIN as the address of CONSOLE_ENVIRONMENT')
}
