import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { ROOT } from '../harness/command.ts'
import { findProgram } from '../harness/servers/haproxy.ts'
import { alertNames } from './alert-rules.ts'

const promtool = findProgram(['promtool'], ['--version'])
const run = promisify(execFile)
const RULES = join(ROOT, 'deploy/prometheus/alerts.yml')
/** Longer than every rule waits. */
const MINUTES = 180

/** Values of series, one a minute in Prometheus' notation; `null` takes a series away. */
type Series = Readonly<Record<string, string | null>>

const steady = (value: number) => `${value}+0x${MINUTES}`
const growing = (perMinute: number) => `0+${perMinute}x${MINUTES}`

const PAGES = '{method="GET",route="/shop",status="200"}'
const quick = (metric: string, labels: string, perMinute: number): Series => ({
  [`${metric}_bucket{${labels}le="0.1"}`]: growing(perMinute),
  [`${metric}_bucket{${labels}le="30"}`]: growing(perMinute),
  [`${metric}_bucket{${labels}le="+Inf"}`]: growing(perMinute),
})
const slow = (metric: string, labels: string, perMinute: number): Series => ({
  ...quick(metric, labels, perMinute),
  [`${metric}_bucket{${labels}le="0.1"}`]: steady(0),
})

/** A node on PostgreSQL on which all is well. */
const HEALTHY: Series = {
  'up{job="shop"}': steady(1),
  'shop_build_info{version="1.1.0"}': steady(1),
  'shop_catalog_version{engine="postgres"}': steady(7),
  nodejs_eventloop_lag_p99_seconds: steady(0.01),
  process_resident_memory_bytes: steady(250e6),
  'shop_cache_bytes{cache="pages"}': steady(5e6),
  [`shop_http_request_duration_seconds_count${PAGES}`]: growing(60),
  ...quick('shop_http_request_duration_seconds', 'route="/shop",', 60),
  'shop_http_cached_responses_total{method="GET",status="200"}': growing(600),
  'shop_database_connections{state="waiting"}': steady(0),
  'shop_outbox_messages{state="failed"}': steady(0),
  'shop_outbox_messages{state="waiting"}': steady(1),
  'shop_backup_wanted{backup="nightly"}': steady(1),
  'shop_backup_age_seconds{backup="nightly"}': steady(4000),
  'shop_certificate_wanted{setting="PUBLIC_URL"}': steady(1),
  'shop_certificate_remaining_seconds{setting="PUBLIC_URL"}': steady(60 * 86_400),
  'shop_placements_last_hour{result="placed"}': steady(30),
  'shop_placements_last_hour{result="declined"}': steady(12),
  'shop_placements_last_hour{result="abandoned"}': steady(0),
  'shop_placements_last_hour{result="checking"}': steady(1),
  'shop_payments_unknown{kind="capture"}': steady(0),
  'shop_payments_unknown_age_seconds{kind="capture"}': steady(0),
  'shop_gateway_request_duration_seconds_count{call="sale",outcome="done"}': growing(10),
  ...quick('shop_gateway_request_duration_seconds', '', 10),
  'shop_card_alarm{reason="declines"}': steady(0),
}

/** Takes every series of these metrics away. */
function without(...metrics: string[]): Series {
  const gone = Object.keys(HEALTHY).filter((name) =>
    metrics.some((metric) => new RegExp(`^${metric}(_bucket|_count)?([{]|$)`).test(name)),
  )
  if (gone.length === 0) throw new Error(`no series of ${metrics}`)
  return Object.fromEntries(gone.map((name) => [name, null]))
}

/** Each rule with what raises its alarm, and what is raised when its series are missing. */
const CASES: readonly { alert: string; raisedBy: Series; missing: Series; raises: readonly string[] }[] = [
  { alert: 'ShopDown', raisedBy: { 'up{job="shop"}': steady(0) }, missing: without('up'), raises: ['ShopDown'] },
  {
    alert: 'ShopErrors',
    raisedBy: { 'shop_http_request_duration_seconds_count{method="GET",route="/shop",status="503"}': growing(10) },
    missing: without('shop_http_request_duration_seconds'),
    raises: ['ShopMetricMissing'],
  },
  {
    alert: 'ShopSlow',
    raisedBy: slow('shop_http_request_duration_seconds', 'route="/shop",', 60),
    missing: without('shop_http_request_duration_seconds'),
    raises: ['ShopMetricMissing'],
  },
  {
    alert: 'ShopCacheUnused',
    raisedBy: { 'shop_http_cached_responses_total{method="GET",status="200"}': steady(600) },
    missing: without('shop_http_cached_responses_total'),
    raises: ['ShopCacheUnused'],
  },
  {
    alert: 'ShopEventLoopBlocked',
    raisedBy: { nodejs_eventloop_lag_p99_seconds: steady(0.3) },
    missing: without('nodejs_eventloop_lag_p99_seconds'),
    raises: ['ShopMetricMissing'],
  },
  {
    alert: 'ShopDatabaseBusy',
    raisedBy: { 'shop_database_connections{state="waiting"}': steady(3) },
    missing: without('shop_database_connections'),
    raises: ['ShopMetricMissing'],
  },
  ...[
    { alert: 'ShopMailFailed', raisedBy: { 'shop_outbox_messages{state="failed"}': steady(1) } },
    { alert: 'ShopMailWaits', raisedBy: { 'shop_outbox_messages{state="waiting"}': steady(21) } },
  ].map((one) => ({ ...one, missing: without('shop_outbox_messages'), raises: ['ShopMetricMissing'] })),
  {
    alert: 'ShopMemory',
    raisedBy: { process_resident_memory_bytes: steady(1300e6) },
    missing: without('process_resident_memory_bytes'),
    raises: ['ShopMetricMissing'],
  },
  {
    alert: 'ShopMemory',
    raisedBy: { 'shop_cache_bytes{cache="pages"}': steady(170e6) },
    missing: without('shop_cache_bytes'),
    raises: ['ShopMetricMissing'],
  },
  {
    alert: 'ShopBackupOld',
    raisedBy: { 'shop_backup_age_seconds{backup="nightly"}': steady(90_001) },
    missing: without('shop_backup_age_seconds'),
    raises: ['ShopBackupMissing'],
  },
  {
    alert: 'ShopBackupMissing',
    raisedBy: without('shop_backup_age_seconds'),
    missing: without('shop_backup_age_seconds', 'shop_backup_wanted'),
    raises: ['ShopMetricMissing'],
  },
  {
    alert: 'ShopCertificateEnds',
    raisedBy: { 'shop_certificate_remaining_seconds{setting="PUBLIC_URL"}': steady(13 * 86_400) },
    missing: without('shop_certificate_remaining_seconds'),
    raises: ['ShopCertificateMissing'],
  },
  {
    alert: 'ShopCertificateMissing',
    raisedBy: without('shop_certificate_remaining_seconds'),
    missing: without('shop_certificate_remaining_seconds', 'shop_certificate_wanted'),
    raises: ['ShopMetricMissing'],
  },
  ...[
    { alert: 'ShopOrdersFail', raisedBy: { 'shop_placements_last_hour{result="declined"}': steady(61) } },
    { alert: 'ShopOrdersFail', raisedBy: { 'shop_placements_last_hour{result="abandoned"}': steady(61) } },
    { alert: 'ShopOrdersStuck', raisedBy: { 'shop_placements_last_hour{result="checking"}': steady(6) } },
  ].map((one) => ({ ...one, missing: without('shop_placements_last_hour'), raises: ['ShopMetricMissing'] })),
  {
    alert: 'ShopPaymentUnknown',
    raisedBy: { 'shop_payments_unknown_age_seconds{kind="capture"}': steady(901) },
    missing: without('shop_payments_unknown_age_seconds'),
    raises: ['ShopMetricMissing'],
  },
  {
    alert: 'ShopPaymentsUnknown',
    raisedBy: { 'shop_payments_unknown{kind="capture"}': steady(21) },
    missing: without('shop_payments_unknown'),
    raises: ['ShopMetricMissing'],
  },
  // Nothing is measured of a gateway that is not asked, which is as it should be in a shop whose orders are paused.
  {
    alert: 'ShopGatewayFails',
    raisedBy: { 'shop_gateway_request_duration_seconds_count{call="sale",outcome="unknown"}': growing(5) },
    missing: without('shop_gateway_request_duration_seconds'),
    raises: [],
  },
  {
    alert: 'ShopGatewaySlow',
    raisedBy: slow('shop_gateway_request_duration_seconds', '', 10),
    missing: without('shop_gateway_request_duration_seconds'),
    raises: [],
  },
  {
    alert: 'ShopCardAlarm',
    raisedBy: { 'shop_card_alarm{reason="declines"}': steady(1) },
    missing: without('shop_card_alarm'),
    raises: ['ShopMetricMissing'],
  },
]

/** A test of promtool: at the end exactly these alarms are raised, each once. */
function promtoolTest(name: string, changes: Series, alerts: readonly string[]) {
  const labels = (series: string) =>
    series.includes('{') ? series.replace('{', '{instance="node1",') : `${series}{instance="node1"}`
  return {
    name,
    interval: '1m',
    input_series: Object.entries({ ...HEALTHY, ...changes }).flatMap(([series, values]) =>
      values === null ? [] : [{ series: labels(series), values }],
    ),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${MINUTES}m`,
        exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  }
}

test('a rule asks for each metric of the dashboard', async () => {
  const rules = await readFile(RULES, 'utf8')
  const named = (await dashboardExpressions()).flatMap((expr) => expr.match(/\b(?:shop|process|nodejs)_\w+/g) ?? [])
  expect(named.length).toBeGreaterThan(10)
  // The version raises no alarm.
  expect(named.filter((name) => name !== 'shop_build_info' && !rules.includes(name))).toEqual([])
})

test('every rule has a case here, and the other way round', async () => {
  const cases = new Set([...CASES.map(({ alert }) => alert), 'ShopMetricMissing'])
  expect([...cases].toSorted()).toEqual((await alertNames()).toSorted())
})

test.skipIf(promtool === null)(
  'each rule raises its alarm, one is raised when its series are missing, and none while all is well (skipped where promtool is missing)',
  async () => {
    const tests = [
      promtoolTest('all is well', {}, []),
      ...CASES.flatMap(({ alert, raisedBy, missing, raises }) => [
        promtoolTest(alert, raisedBy, [alert]),
        promtoolTest(`${alert}, its series missing`, missing, raises),
      ]),
    ]
    expect(await checkAlerts(tests)).toContain('SUCCESS')
  },
  180_000,
)

test.skipIf(promtool === null)(
  'Prometheus can evaluate each expression of the dashboard, and finds something while all is well (skipped where promtool is missing)',
  async () => {
    const expressions = await dashboardExpressions()
    expect(expressions.length).toBeGreaterThan(10)
    const test = promtoolTest('all is well', {}, [])
    const expectations = expressions.map((expr) => ({
      expr: `count(${expr}) > bool 0`,
      eval_time: `${MINUTES}m`,
      exp_samples: [{ labels: '{}', value: 1 }],
    }))
    expect(await checkAlerts([{ ...test, promql_expr_test: expectations }])).toContain('SUCCESS')
  },
)

async function dashboardExpressions(): Promise<string[]> {
  const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
  const text = await readFile(join(ROOT, 'deploy/grafana/shop.json'), 'utf8')
  return z.parse(dashboard, JSON.parse(text)).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

/** What promtool says of these tests. */
async function checkAlerts(tests: readonly object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-alerts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'alerts.json')
  await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
  const done = await run(promtool ?? '', ['test', 'rules', file]).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return `${done.stdout}${done.stderr}`
}
