import type { SampleKind } from './document-samples'
import type { JsonObject } from './plain-json'

/** For tests: a deviation of another billing API's object from the document's sample, with the expected result. */
export interface Deviation {
  name: string
  kind: SampleKind
  /** Changes the sample in place. */
  change: (sample: JsonObject) => void
  /** `equal`: the object is imported and returned unchanged. Otherwise the line is refused at one of these fields. */
  expected: 'equal' | { refused: string[] }
}
