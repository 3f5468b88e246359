import type { FindHit } from './find'

/** The most objects that a user can watch. */
export const MAX_WATCHED = 50

/** An object that the user watches. */
export interface WatchedObject {
  kind: FindHit['kind']
  id: string
  /** UTC ISO 8601. */
  watchedAt: string
}

/** All objects that the user watches, newest first. */
export interface WatchedList {
  watched: WatchedObject[]
}

/** The response to starting or stopping to watch. */
export interface WatchChanged extends WatchedList {
  accepted: true
}
