import type { IndexedObject } from './indexed-objects'

export const MAX_NOTE_CHARS = 2_000
/** The most notes on one object. */
export const MAX_NOTES = 200

/** A note on an object: plain text with line breaks. Instants are UTC ISO 8601. */
export interface WrittenNote {
  noteId: string
  kind: IndexedObject['kind']
  /** The ID of the object. */
  id: string
  text: string
  /** The name of the author at the time. */
  author: string
  createdAt: string
  /** Null when it was never edited. */
  editedAt: string | null
}

/** A note as its object's page shows it. */
export interface Note extends WrittenNote {
  /** True when this person wrote it, and so may edit and delete it. */
  isMine: boolean
}

/** All notes on an object, newest first. */
export interface NoteList {
  notes: Note[]
}

/** The response to adding, editing or deleting a note. */
export interface NotesChanged extends NoteList {
  accepted: true
}
