import { classNames } from '@/components/ui/class-names'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { PrintedCell, PrintedTable } from '@/lib/core/printed-document'

/** Rows of one `tbody`: the server renders other requests between two of them. */
const ROWS_AT_ONCE = 500

/** A table on paper. Browsers repeat its header row and the line at the foot on every page. */
export function PaperTable({ table, pageFoot }: { table: PrintedTable; pageFoot: string }) {
  const { caption, columns, groups, note } = table
  return (
    <>
      {/* Scrolls by keyboard on a narrow screen; paper has the room. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <div tabIndex={0} role="group" aria-label={caption} className="overflow-x-auto print:overflow-visible">
        <table className="paper-table">
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title, isFigure }) => (
                <th key={title} scope="col" className={isFigure ? 'figure' : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tfoot aria-hidden="true" className="hidden">
            <tr>
              <td colSpan={columns.length} className="foreign text-muted text-xs">
                <VisibleMarks>{pageFoot}</VisibleMarks>
              </td>
            </tr>
          </tfoot>
          {groups.flatMap(({ title, rows }, group) => [
            ...(title === null ? [] : [<GroupTitle key={`${group}`} title={title} columns={columns.length} />]),
            ...partsOf(rows).map((part, index) => <Rows key={`${group} ${index}`} rows={part} columns={columns} />),
          ])}
        </table>
        {groups.every(({ rows }) => rows.length === 0) && <p className="text-muted">None.</p>}
      </div>
      {note !== null && <p>{note}</p>}
    </>
  )
}

const GroupTitle = ({ title, columns }: { title: string; columns: number }) => (
  <tbody className="break-after-avoid">
    <tr>
      <th colSpan={columns} scope="colgroup" className="foreign">
        <VisibleMarks>{title}</VisibleMarks>
      </th>
    </tr>
  </tbody>
)

/** A long word of the characters of IDs: it may break inside. */
const ID = /^[\w.:/-]{20,}$/

const partsOf = (rows: PrintedCell[][]) =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  )

async function Rows({ rows, columns }: { rows: PrintedCell[][]; columns: PrintedTable['columns'] }) {
  await new Promise((resolve) => setImmediate(resolve))
  return (
    <tbody>
      {rows.map((cells, row) => (
        // A document does not change while it is shown.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={row}>
          {cells.map(({ text, remarks }, column) => (
            // oxlint-disable-next-line react/no-array-index-key
            <td key={column} className={columns[column]?.isFigure ? 'figure' : 'foreign'}>
              <div dir="auto">
                <VisibleMarks>{text}</VisibleMarks>
              </div>
              {remarks?.map((remark, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <div key={index} className={classNames('text-muted text-xs', ID.test(remark) && 'opaque')}>
                  <VisibleMarks>{remark}</VisibleMarks>
                </div>
              ))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
