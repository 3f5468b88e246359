import type { PrintedDocument } from '@/lib/core/printed-document'

/** Returns the texts of a document for paper in their order, one a line, without the line at the foot of every page. */
export const printedText = ({ stamp, seller, title, facts, tables, sums = [], footer = [] }: PrintedDocument): string =>
  [
    ...(stamp ? [stamp.word] : []),
    ...(seller ?? []),
    title,
    ...facts.map(({ text }) => text),
    ...tables.flatMap(({ caption, columns, groups, note }) => [
      caption,
      ...columns.map((column) => column.title),
      ...groups.flatMap(({ title: group, rows }) => [
        ...(group === null ? [] : [group]),
        ...rows.flat().flatMap(({ text, remarks = [] }) => [text, ...remarks]),
      ]),
      ...(note === null ? [] : [note]),
    ]),
    ...sums.map(({ text }) => text),
    ...footer,
  ].join('\n')
