import { z } from 'zod'

/** Colours of the environment badge. */
export const EnvironmentColour = z.enum(['grey', 'red', 'yellow', 'green', 'blue'])
export type EnvironmentColour = z.infer<typeof EnvironmentColour>

/** A console of one of several billing environments, such as live and test. */
export interface EnvironmentLink {
  name: string
  origin: string
}

/** The environment of a console, as its badge shows it. */
export interface EnvironmentView {
  name: string
  colour: EnvironmentColour
  /** All environments, this one among them; empty when there is only this one. */
  all: EnvironmentLink[]
}
