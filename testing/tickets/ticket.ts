/** A text as an agent pastes it into Find, and the IDs that the console may look up for it. */
export interface Ticket {
  what: string
  text: string
  /** The IDs that must be looked up. */
  ids: readonly string[]
  /** Texts that may be looked up too: nobody can see that they are no IDs of the billing API. */
  also?: readonly string[]
}
