import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ComponentProps, type CSSProperties, type ReactNode, useId, useMemo, useState } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { StillSkeleton } from './skeleton'
import { usePrinting } from './use-printing'

/** A column of a `DataTable`. Keep the array between renders: rows render again only when it changes. */
export interface Column<Row, Sort extends string = string> {
  /** Its name, which is also its key, and the label of its cells on a card. */
  header: string
  /** Shown below the name, such as the unit of all rows. */
  headerNote?: ReactNode
  /** The name is for screen readers only. */
  hasNoHeader?: boolean
  show: (row: Row) => ReactNode
  /** A fixed width, so that nothing moves when other rows arrive; columns without one share the rest. */
  width?: string | undefined
  /** The width holds where the table is narrow, too; as it does for a column without a visible name. */
  keepsWidth?: boolean | undefined
  /** A number: right-aligned. */
  isFigure?: boolean
  /** Left out where the table is narrow, or narrower than this. */
  isWide?: boolean | Narrow | undefined
  /** Names its row. */
  isRowHeader?: boolean
  /** The order that a press on the header asks for. */
  sort?: Sort | undefined
  /** What the cell shows beside its content, such as a bar, or the unit on a card. */
  cellProps?: (row: Row) => (ComponentProps<'td'> & Record<`data-${string}`, string | undefined>) | undefined
}

/** The order of the rows, when the headers of columns with `sort` change it. */
interface TableOrder<Sort extends string> {
  sort: Sort
  order: 'asc' | 'desc'
  onSort: (sort: Sort, order: 'asc' | 'desc') => void
  /** Says what a press on the sorted header does. */
  title?: string
}

/**
 * How a table looks where its columns do not fit. Without one it leaves columns out; `cards` makes a card of each row, `stack`
 * puts the cells of a row below each other, `lines` is the invoice's. `inner` is a table inside of another's details.
 */
type Look = 'cards' | 'stack' | 'lines' | 'inner'

interface DataTableProps<Row, Sort extends string> {
  /** Names the table for screen readers. */
  caption: string
  isCaptionShown?: boolean
  look?: Look
  columns: readonly Column<Row, Sort>[]
  /** Undefined while they load: a skeleton takes their place. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row, index: number) => string | number
  /** The container below which wide columns are left out. */
  narrow?: Narrow
  /** Shown below a row when it is unfolded. */
  details?: (row: Row) => ReactNode
  /** Names the button that unfolds a row, when “Details” does not. */
  detailsLabel?: (row: Row) => string
  /** The width of the column with these buttons. */
  detailsWidth?: string
  /** Shown beside the button that unfolds a row. */
  mark?: (row: Row) => ReactNode
  /** Loads what the details need, on hover or focus. */
  prefetchProps?: Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus'>
  rowProps?: (row: Row) => (ComponentProps<'tr'> & Record<`data-${string}`, string | boolean | undefined>) | undefined
  ordered?: TableOrder<Sort>
  /** True while the rows of another page or order load: these stay, on grey. */
  isOutdated?: boolean
  /** Rows shown before a press on “Show 12 more …”. */
  first?: number
  /** Labels that button. */
  moreLabel?: (left: number) => string
  className?: string
}

const SKELETON_ROWS = 10
/** Where a table is narrower than this, wide columns are left out, and the others share its width. */
const NARROW = {
  '24rem': { hidden: '@max-[24rem]:hidden', width: '@min-[24rem]:w-(--width)' },
  '34rem': { hidden: '@max-[34rem]:hidden', width: '@min-[34rem]:w-(--width)' },
  '40rem': { hidden: '@max-[40rem]:hidden', width: '@min-[40rem]:w-(--width)' },
  '47rem': { hidden: '@max-[47rem]:hidden', width: '@min-[47rem]:w-(--width)' },
  '60rem': { hidden: '@max-[60rem]:hidden', width: '@min-[60rem]:w-(--width)' },
}
type Narrow = keyof typeof NARROW

/** A table of records. Its styles are in `app/tables/`. */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const { caption, isCaptionShown = false, look, columns, rows, keyOf, narrow = '40rem', details } = props
  const { ordered, isOutdated = false, first = Infinity, moreLabel = (left) => `${left} more`, className } = props
  const [isUnfolded, setUnfolded] = useState(false)
  // Paper has no button that unfolds the rest.
  const isWhole = usePrinting() || isUnfolded
  const shown = isWhole ? rows : rows?.slice(0, first)
  const left = rows && shown ? rows.length - shown.length : 0
  return (
    <div className="@container">
      <table aria-busy={!rows || isOutdated} className={classNames('rows', look, className)}>
        <caption className={isCaptionShown ? undefined : 'sr-only'}>{caption}</caption>
        <colgroup>
          {details && <col style={{ width: props.detailsWidth ?? '2.25rem' }} />}
          {columns.map((column) => (
            <Col key={column.header} column={column} narrow={look ? undefined : narrow} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {details && (
              <th scope="col">
                <span className="sr-only">Details</span>
              </th>
            )}
            {columns.map((column) => (
              <Header key={column.header} column={column} className={cellClass(column, narrow)} ordered={ordered} />
            ))}
          </tr>
        </thead>
        <tbody className={rows ? undefined : 'motion-safe:animate-pulse'}>
          {shown
            ? shown.map((row, index) => <DataRow {...props} key={keyOf(row, index)} row={row} narrow={narrow} />)
            : Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <SkeletonRow key={index} columns={columns} narrow={narrow} hasDetails={details !== undefined} />
              ))}
        </tbody>
      </table>
      {left > 0 && (
        <p className="border-t px-4 py-2">
          <Button small variant="ghost" onClick={() => setUnfolded(true)}>
            Show {moreLabel(left)}
          </Button>
        </p>
      )}
    </div>
  )
}

const hiddenClass = ({ isWide }: Pick<Column<never>, 'isWide'>, narrow: Narrow) =>
  isWide ? NARROW[isWide === true ? narrow : isWide].hidden : undefined

const cellClass = <Row, Sort extends string>(column: Column<Row, Sort>, narrow: Narrow) =>
  classNames(column.isFigure && 'figure-cell', hiddenClass(column, narrow)) || undefined

interface ColProps<Row, Sort extends string> {
  column: Column<Row, Sort>
  /** Undefined for a table that has all widths at any size, or none. */
  narrow: Narrow | undefined
}

function Col<Row, Sort extends string>({ column, narrow }: ColProps<Row, Sort>) {
  const { width, isWide, hasNoHeader, keepsWidth = hasNoHeader } = column
  const hidden = narrow && hiddenClass(column, narrow)
  if (width === undefined) return <col className={hidden} />
  if (narrow === undefined || (keepsWidth && !isWide)) return <col style={{ width }} />
  return <col style={columnWidth(width)} className={classNames(NARROW[narrow].width, hidden)} />
}

const columnWidth = (width: string): CSSProperties & Record<'--width', string> => ({ '--width': width })

interface HeaderProps<Row, Sort extends string> {
  column: Column<Row, Sort>
  className: string | undefined
  ordered: TableOrder<Sort> | undefined
}

function Header<Row, Sort extends string>({ column, className, ordered }: HeaderProps<Row, Sort>) {
  const { header, headerNote, hasNoHeader, sort } = column
  const order = ordered && sort === ordered.sort ? ordered.order : undefined
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th scope="col" className={className} aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      {ordered && sort !== undefined ? (
        <button
          type="button"
          title={order && ordered.title}
          className="hover:text-text -mx-1 inline-flex min-h-7 items-center gap-1 rounded px-1"
          onClick={() => ordered.onSort(sort, order === 'desc' ? 'asc' : 'desc')}
        >
          {header}
          {order && <Arrow aria-hidden="true" className="size-3.5" />}
        </button>
      ) : (
        <span className={hasNoHeader ? 'sr-only' : undefined}>{header}</span>
      )}
      {headerNote}
    </th>
  )
}

interface DataRowProps<Row, Sort extends string> extends DataTableProps<Row, Sort> {
  row: Row
  narrow: Narrow
}

/** A row, and its details when it is unfolded. The look of its button is in `app/tables/rows.css`. */
function DataRow<Row, Sort extends string>(props: DataRowProps<Row, Sort>) {
  const { row, columns, narrow, details, detailsLabel, mark, prefetchProps, rowProps } = props
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  // Typing a search or unfolding a row renders none of the other cells again.
  const cells = useMemo(() => columns.map((column) => cellOf(column, row, narrow)), [columns, row, narrow])
  return (
    <>
      <tr {...rowProps?.(row)}>
        {details && (
          <td>
            <button
              type="button"
              aria-label={detailsLabel?.(row) ?? 'Details'}
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => setOpen(!isOpen)}
              {...prefetchProps}
              className="row-unfold"
            />
            {mark?.(row)}
          </td>
        )}
        {cells}
      </tr>
      {details && isOpen && (
        <tr id={detailsId}>
          <td colSpan={columns.length + 1}>{details(row)}</td>
        </tr>
      )}
    </>
  )
}

function cellOf<Row, Sort extends string>(column: Column<Row, Sort>, row: Row, narrow: Narrow) {
  const { header, hasNoHeader, isRowHeader, show, cellProps } = column
  const { className, ...attributes } = cellProps?.(row) ?? {}
  const all = { className: classNames(cellClass(column, narrow), className) || undefined, ...attributes }
  return isRowHeader ? (
    <th key={header} scope="row" {...all}>
      {show(row)}
    </th>
  ) : (
    <td key={header} data-label={hasNoHeader ? undefined : header} {...all}>
      {show(row)}
    </td>
  )
}

interface SkeletonRowProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[]
  narrow: Narrow
  hasDetails: boolean
}

/** Takes the place of a row, so that nothing moves when it arrives. */
const SkeletonRow = <Row, Sort extends string>({ columns, narrow, hasDetails }: SkeletonRowProps<Row, Sort>) => (
  <tr aria-hidden="true">
    {hasDetails && (
      <td>
        <StillSkeleton className="size-4" />
      </td>
    )}
    {columns.map((column) => (
      <td key={column.header} data-label={column.header} className={cellClass(column, narrow)}>
        <StillSkeleton className="w-4/5" />
      </td>
    ))}
  </tr>
)
