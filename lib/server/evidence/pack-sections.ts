import { createHash } from 'node:crypto'
import type { WrittenNote } from '@/contract/console/note'
import { actionLabel } from '../../format/activity-label'
import { formatCount, formatNumber } from '../../format/amount'
import type { AuditChain } from '../audit/audit-chain'
import type { Evidence, PackedResponse, PackSection } from './pack-files'
import type { PackFile, PackHead } from './pack-zip'

/** What the page of a pack shows. */
export interface PackContent {
  head: PackHead
  evidence: Evidence
  notes: readonly WrittenNote[]
  chain: AuditChain
  responses: readonly PackedResponse[]
  /** Without `index.html` and the manifest. */
  files: readonly PackFile[]
}

/** Returns the numbered sections of the page, without the last one, which explains how to verify the pack. */
export const sectionsOf = ({ head, evidence, notes, chain, responses, files }: PackContent): PackSection[] => [
  ...evidence.sections,
  ...(notes.length > 0 ? [notesSection(notes)] : []),
  auditSection(chain, head),
  responsesSection(responses),
  filesSection(files),
  ...(head.isComplete ? [] : [missingSection(head.missing)]),
]

/** Returns an instant for a table: "2026-11-27 11:45:00". */
const secondOf = (iso: string) => iso.replace('T', ' ').replace(/(?:\.\d+)?Z$/, '')

const notesSection = (notes: readonly WrittenNote[]): PackSection => ({
  title: 'Notes',
  texts: ['What people of the team wrote about these objects in the console.'],
  table: {
    columns: [{ title: 'When' }, { title: 'Who' }, { title: 'Object' }, { title: 'Note' }],
    rows: notes.map(({ createdAt, editedAt, author, kind, id, text }) => [
      secondOf(createdAt),
      author,
      `${kind} ${id}`,
      editedAt === null ? text : `${text} (edited ${secondOf(editedAt)})`,
    ]),
  },
})

function auditSection({ entries, hidden }: AuditChain, { role }: PackHead): PackSection {
  const rows = entries.flatMap(({ sequence, entry, part = entry }) =>
    part === undefined
      ? []
      : [
          [
            String(sequence),
            secondOf(part.at),
            part.actor,
            actionLabel(part.action),
            [part.objectKind, part.objectId].filter(Boolean).join(' '),
            [part.outcome ?? (entry?.phase === 'intent' ? 'requested' : ''), part.reason].filter(Boolean).join(': '),
          ],
        ],
  )
  const hashed = entries.length - rows.length
  return {
    title: 'Audit',
    texts: [
      `Entries about these objects that the role ${role} may see.`,
      ...(hidden > 0 ? [`This role may not see ${formatCount(hidden, 'more entry', 'more entries')} about them.`] : []),
      ...(hashed > 0
        ? [
            `audit.json has ${formatCount(hashed, 'entry', 'entries')} only as hashes, so that the chain can be checked.`,
          ]
        : []),
      'Each hash covers the entry and the hash before it.',
    ],
    ...(rows.length > 0 && {
      table: {
        columns: [
          { title: 'Entry', isFigure: true },
          { title: 'When' },
          { title: 'Who' },
          { title: 'Action' },
          { title: 'Object' },
          { title: 'Outcome' },
        ],
        rows,
      },
    }),
  }
}

function responsesSection(responses: readonly PackedResponse[]): PackSection {
  const keys = responses.reduce((sum, each) => sum + each.keys, 0)
  return {
    title: 'Responses of the billing API',
    texts: [
      'The text of each body as the console received it for this pack. The checks of each invoice were made from these; sums of a ledger and comparisons with other invoices are from earlier reads.',
      ...(keys === 0
        ? []
        : [`In place of the console’s API key they have [key], ${formatCount(keys, 'time')}: see the last column.`]),
    ],
    ...(responses.length > 0 && {
      table: {
        columns: [
          { title: 'File' },
          { title: 'Request' },
          { title: 'Received' },
          { title: 'Request ID' },
          { title: 'Status', isFigure: true },
          ...(keys === 0 ? [] : [{ title: 'Cut', isFigure: true }]),
        ],
        rows: responses.map((each) => [
          each.file,
          each.request,
          secondOf(each.receivedAt),
          each.requestId,
          String(each.status),
          ...(keys === 0 ? [] : [each.keys === 0 ? '—' : String(each.keys)]),
        ]),
      },
    }),
  }
}

const filesSection = (files: readonly PackFile[]): PackSection => ({
  title: 'Files',
  texts: ['manifest.json has the size and the SHA-256 hash of each; manifest.sig is its signature.'],
  table: {
    columns: [{ title: 'File' }, { title: 'Bytes', isFigure: true }, { title: 'SHA-256' }],
    rows: files.map(({ name, bytes }) => [
      name,
      formatNumber(bytes.length),
      createHash('sha256').update(bytes).digest('hex'),
    ]),
  },
})

export const MISSING_TITLE = 'What is missing'
const missingSection = (missing: readonly string[]): PackSection => ({
  title: MISSING_TITLE,
  texts: ['This pack is partial. It does not prove anything about:'],
  table: { columns: [{ title: 'Part' }], rows: missing.map((part) => [part]) },
})
