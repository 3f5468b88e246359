import type { InputOf } from '@/lib/api'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MenuItem } from '@/components/ui/menu'
import { Section } from '@/components/ui/section'
import type { RawReadName } from '@/lib/core/operations'
import { RawJson } from './raw-json-section'
import { useMay } from '@/components/page/signed-in'

/** A part of an object's page that its menu "More" shows. */
type AskedPart = 'fields' | 'json' | 'note'

export interface AskedParts {
  has: (part: AskedPart) => boolean
  ask: (part: AskedPart) => void
  close: (part: AskedPart) => void
}

/** Returns which of the rarely used parts of a page were asked for. */
export function useAskedParts(): AskedParts {
  const [asked, setAsked] = useState<ReadonlySet<AskedPart>>(new Set())
  return {
    has: (part) => asked.has(part),
    ask: (part) => setAsked((before) => new Set([...before, part])),
    close: (part) => setAsked((before) => new Set([...before].filter((other) => other !== part))),
  }
}

/** The items of "More" that show these parts. */
export const AskedItems = ({ parts }: { parts: AskedParts }) => (
  <>
    <MenuItem label="All fields" onSelect={() => parts.ask('fields')} />
    <MenuItem label="Raw JSON" onSelect={() => parts.ask('json')} />
    <AddNoteItem parts={parts} />
  </>
)

/** The item that opens the form for a note; nothing without the permission. */
export const AddNoteItem = ({ parts }: { parts: AskedParts }) =>
  useMay('note') && <MenuItem label="Add note" onSelect={() => parts.ask('note')} />

interface AskedContentProps<Name extends RawReadName> {
  parts: AskedParts
  /** All fields of the object. */
  fields: ReactNode
  /** The operation that reads the billing API's raw response, and its input. */
  raw: Name
  input: InputOf<Name>
}

/** The fields and the raw JSON of an object, at the foot of its page, once they were asked for. */
export const AskedContent = <Name extends RawReadName>({ parts, fields, raw, input }: AskedContentProps<Name>) => (
  <>
    {parts.has('fields') && <Asked label="All fields">{fields}</Asked>}
    {parts.has('json') && (
      <Asked label="Raw JSON, as sent">
        <Section title="Raw JSON, as the billing API sends it">
          <RawJson operation={raw} input={input} />
        </Section>
      </Asked>
    )}
  </>
)

/** Takes the focus, with its beginning at the top of the window: it may be longer than that. */
function Asked({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={label} className="scroll-mt-16 space-y-4 outline-none">
      {children}
    </div>
  )
}
