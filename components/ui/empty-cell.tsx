/** An empty table cell: shows "—", and screen readers read `label`. */
export const EmptyCell = ({ label }: { label: string }) => (
  <span role="img" aria-label={label} className="text-muted">
    —
  </span>
)
