/** Run by Next once, before the first request: the console's store is open by then, or the console does not start. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { consoleStore } = await import('@/lib/server/store/console-store')
  await consoleStore()
  const { logAuditHead } = await import('@/lib/server/audit/log-audit-head')
  logAuditHead()
}
