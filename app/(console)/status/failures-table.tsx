import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { classNames } from '@/components/ui/class-names'
import { problemOfCode } from '@/contract/console/errors'
import type { FailedCall } from '@/contract/console/status'
import { callLabel } from './call-label'
import { CELL, TableHead } from './table-head'

/** On a phone the cells of a row are stacked. */
const STACKED = 'max-sm:block max-sm:px-4 max-sm:py-0.5'

/** The last failed calls: operation, cause, and the request ID for the logs. */
export function FailuresTable({ failures }: { failures: FailedCall[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Last failures</caption>
      <TableHead headers={['When', 'Call', 'Why', 'HTTP', 'Request']} hidden="max-sm:hidden" />
      <tbody>
        {failures.map((failure, index) => (
          <FailureRow key={`${failure.at} ${index}`} failure={failure} />
        ))}
      </tbody>
    </table>
  )
}

function FailureRow({ failure: { at, operation, code, status, requestId } }: { failure: FailedCall }) {
  return (
    <tr className="border-t max-sm:block max-sm:py-2">
      <td className={classNames(CELL, STACKED, 'whitespace-nowrap')}>
        <Instant iso={at} dense />
      </td>
      <td className={classNames(CELL, STACKED, 'font-medium')}>{callLabel(operation)}</td>
      <td className={classNames(CELL, STACKED)}>{problemOfCode(code).title}</td>
      <td className={classNames(CELL, STACKED, 'whitespace-nowrap tabular-nums')}>
        {status === null ? <span className="text-muted">No answer</span> : <HttpStatus status={status} />}
      </td>
      <td className={classNames(CELL, requestId === null ? 'max-sm:hidden' : STACKED, 'text-xs')}>
        {requestId === null ? <span className="text-muted">–</span> : <Identifier id={requestId} of="request" />}
      </td>
    </tr>
  )
}

/** A label for phones, where the column has no header. */
function HttpStatus({ status }: { status: number }) {
  return (
    <>
      <span className="text-muted sm:hidden">HTTP </span>
      {status}
    </>
  )
}
