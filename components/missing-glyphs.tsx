import { Printer } from 'lucide-react'
import { Button } from './ui/button'

/** Names the characters that a PDF writes as codes, and offers to print the page instead. Nothing without any. */
export function MissingGlyphs({ characters }: { characters: readonly string[] }) {
  if (characters.length === 0) return null
  return (
    <p className="foreign no-print text-muted flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      The PDF lacks a glyph for: {characters.map(characterName).join(', ')}
      <Button small onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-3.5" />
        Print page
      </Button>
    </p>
  )
}

const characterName = (character: string) =>
  `${character} (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`
