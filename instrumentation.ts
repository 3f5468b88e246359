/** Next runs this once before the first request: it checks the settings and opens the store, or exits. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { guardConsole } = await import('@/telemetry/guard-output')
  guardConsole()
  const { refuseUnsafeStart } = await import('@/lib/status/server/refuse-unsafe-start')
  refuseUnsafeStart()
  const { startOrExit } = await import('@/lib/core/server/start-or-exit')
  const { consoleStore } = await import('@/lib/store/console-store')
  await startOrExit(consoleStore)
  const { logAuditHead } = await import('@/lib/activity/server/log-audit-head')
  const { startReconciler } = await import('@/lib/changes/server/reconcile-changes')
  const { getEnvironment } = await import('@/lib/environment')
  const { JOB_WORKS } = await import('@/lib/job-works')
  const { startJobs } = await import('@/lib/jobs/run-jobs')
  const { startFollowingForgettings } = await import('@/lib/objects/server/forget-fence')
  const { startJudging } = await import('@/lib/objects/server/judge-invoices')
  const { startTrimming } = await import('@/lib/objects/server/trim-index')
  const { serveConsoleMetrics } = await import('@/lib/status/server/serve-console-metrics')
  const { startConsoleTracing } = await import('@/lib/start-tracing')
  const { stopOnSignals } = await import('@/lib/graceful-stop')
  const { serveRefusals } = await import('@/lib/core/server/http/refusal-page')
  const environment = getEnvironment()
  await startOrExit(() => serveConsoleMetrics(environment))
  const stopTracing = await startConsoleTracing()
  stopOnSignals([
    logAuditHead(),
    startReconciler(environment),
    startFollowingForgettings((newest) => environment.index.noteForgetting(newest)),
    startTrimming(environment.index.source),
    startJudging(environment.index.source),
    startJobs(environment, JOB_WORKS),
    stopTracing,
  ])
  serveRefusals()
}
