/** Technical detail for the operator, folded. */
export function TechnicalDetail({ children }: { children: string }) {
  return (
    <details className="mt-1 text-xs">
      <summary className="text-muted">Technical detail</summary>
      <p className="mt-1">{children}</p>
    </details>
  )
}
