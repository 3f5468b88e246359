import { z } from 'zod'

/** Colours of the environment badge. */
export const EnvironmentColour = z.enum(['grey', 'red', 'yellow', 'green', 'blue'])
export type EnvironmentColour = z.infer<typeof EnvironmentColour>

/** A console of one of several billing environments, such as live and test. */
const EnvironmentLink = z.object({ name: z.string(), origin: z.string() })
export type EnvironmentLink = z.infer<typeof EnvironmentLink>

/** The environment of a console, as its badge shows it. */
const EnvironmentView = z.object({
  name: z.string(),
  colour: EnvironmentColour,
  /** All environments, this one among them; empty when there is only this one. */
  all: z.array(EnvironmentLink),
})
export type EnvironmentView = z.infer<typeof EnvironmentView>
