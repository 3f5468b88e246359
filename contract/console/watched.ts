import type { FindHit } from './find'
import type { IndexedObject } from './indexed-object'

/** The most objects that a user can watch. */
export const MAX_WATCHED = 50

/** An object that the user watches. */
interface WatchedObject {
  kind: FindHit['kind']
  id: string
  /** Its last response; null when the index has none. */
  seen: IndexedObject | null
}

/** All objects that the user watches, newest first. */
export interface WatchedList {
  watched: WatchedObject[]
}

/** The response to starting or stopping to watch. */
export interface WatchChanged extends WatchedList {
  accepted: true
}
