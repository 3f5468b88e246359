'use client'

import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { TechnicalDetail } from '@/components/ui/technical-detail'
import type { TextSearchResult } from './find-by-text'
import { type Destination, keyOf } from './destination'
import { LookupTable } from './lookup-table'
import { lookupState } from './lookups'
import { OptionList } from './option-list'

interface FindPopupProps {
  input: RefObject<HTMLInputElement | null>
  listId: string
  result: TextSearchResult
  /** The options: hits, or recently opened pages that match the text. */
  options: Destination[]
  optionsLabel: string
  onOpen: (destination: Destination) => void
  /** Called when the user follows a link in it. */
  onLeave: () => void
  onFindExactly: (text: string) => void
  onFindAgain: () => void
}

/** The popup under the Find box: the options, or the result for a pasted text. */
export function FindPopup({ input, listId, result, options, optionsLabel, ...on }: FindPopupProps) {
  const { lookups, unsearchedText, technicalDetail } = result
  const hasFailedLookup = lookups?.rows.some((row) => lookupState(row) === 'failed') === true
  return (
    <>
      {technicalDetail && (
        <div className="px-3 pb-2.5">
          <TechnicalDetail>{technicalDetail}</TechnicalDetail>
        </div>
      )}
      {lookups && <LookupTable lookups={lookups} onLeave={on.onLeave} />}
      {(hasFailedLookup || unsearchedText !== undefined) && (
        <div className="flex flex-wrap gap-2 border-t px-3 py-2.5">
          {hasFailedLookup && (
            <Button small onClick={on.onFindAgain}>
              Search again
            </Button>
          )}
          {unsearchedText !== undefined && (
            <Button small onClick={() => on.onFindExactly(unsearchedText)}>
              Search for this exact text
            </Button>
          )}
        </div>
      )}
      {options.length > 0 && (
        <OptionList
          key={options.map(keyOf).join('\n')}
          id={listId}
          input={input}
          label={optionsLabel}
          options={options}
          onOpen={on.onOpen}
        />
      )}
    </>
  )
}
