/** Next runs this once before the first request: it checks the settings and opens the store, or exits. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { guardConsole } = await import('@/telemetry/guard-output')
  guardConsole()
  const { refuseUnsafeStart } = await import('@/lib/server/refuse-unsafe-start')
  refuseUnsafeStart()
  const { openStoreOrExit } = await import('@/lib/server/open-store-or-exit')
  await openStoreOrExit()
  const { logAuditHead } = await import('@/lib/server/audit/log-audit-head')
  const { startReconciler } = await import('@/lib/server/changes/reconcile-changes')
  const { getEnvironment } = await import('@/lib/server/environment')
  const { JOB_WORKS } = await import('@/lib/server/job-works')
  const { startJobs } = await import('@/lib/server/jobs/run-jobs')
  const { startFollowingForgettings } = await import('@/lib/server/object-index/forget-fence')
  const { startJudging } = await import('@/lib/server/object-index/judge-invoices')
  const { startTrimming } = await import('@/lib/server/object-index/trim-index')
  const { serveMetricsOrExit } = await import('@/lib/server/metrics/serve-console-metrics')
  const { startConsoleTracing } = await import('@/lib/server/start-tracing')
  const { startReporting } = await import('@/lib/server/status/report-figures')
  const { stopOnSignals } = await import('@/lib/server/graceful-stop')
  const { refuseWhenBusy } = await import('@/lib/server/http/refusal-page')
  const environment = getEnvironment()
  await serveMetricsOrExit(environment)
  const stopTracing = await startConsoleTracing()
  stopOnSignals([
    logAuditHead(),
    startReconciler(environment),
    startFollowingForgettings((newest) => environment.index.noteForgetting(newest)),
    startTrimming(environment.index.source),
    startJudging(environment.index.source),
    startJobs(environment, JOB_WORKS),
    startReporting(environment),
    stopTracing,
  ])
  refuseWhenBusy()
}
