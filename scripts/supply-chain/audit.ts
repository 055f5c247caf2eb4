import { execFile } from 'node:child_process'
import { countOf } from '../../shared/count-of.ts'
import { parseOptions, printHelp } from '../usage.ts'
import { listShippedPackages } from './shipped-packages.ts'

/*
 * `npm run audit`: asks the registry for known vulnerabilities of the locked packages. It fails for those of severity
 * high or critical in packages that the site ships, and lists all others. Where the registry cannot be asked, such as
 * without internet access, it says so and passes; `npm run audit -- --required` fails then.
 */

/** Part of the JSON report of `npm audit`. */
export type AuditReport = {
  vulnerabilities?: Record<string, { severity: string; range: string; nodes: string[]; via: (string | Advisory)[] }>
}
type Advisory = { title?: string; url?: string }

/** Result of an audit: the lines to print, and whether it passes. */
export type AuditResult = { passes: boolean; lines: string[] }

const blocking = new Set(['high', 'critical'])

/**
 * Judges the output of `npm audit --json`.
 *
 * @param output Standard output; anything but a report counts as not reachable.
 * @param shipped Folders of the shipped packages, such as `node_modules/zod`.
 * @param isRequired Whether an audit that cannot be made fails.
 */
export function classifyAudit(output: string, shipped: ReadonlySet<string>, isRequired: boolean): AuditResult {
  const vulnerabilities = reportOf(output)?.vulnerabilities
  if (!vulnerabilities)
    return {
      passes: !isRequired,
      lines: [
        isRequired
          ? 'audit: the registry could not be reached, so vulnerabilities are unknown'
          : 'audit: skipped, because the registry could not be reached; run it again with internet access',
      ],
    }
  const found = Object.entries(vulnerabilities).map(([name, { severity, range, nodes, via }]) => {
    const isBlocking = blocking.has(severity) && nodes.some((node) => shipped.has(node))
    const causes = via.map((one) => (typeof one === 'string' ? one : [one.title, one.url].filter(Boolean).join(' ')))
    return { isBlocking, line: `${isBlocking ? '✗' : '-'} ${name} ${range} (${severity}): ${causes.join('; ')}` }
  })
  const blockers = found.filter(({ isBlocking }) => isBlocking).length
  return {
    passes: blockers === 0,
    lines: [
      ...found.map(({ line }) => line),
      `audit: ${countOf(found.length, 'vulnerable package')}; shipped with a high or critical vulnerability: ${blockers}`,
    ],
  }
}

function reportOf(output: string): AuditReport | undefined {
  try {
    const report: unknown = JSON.parse(output)
    return typeof report === 'object' && report !== null ? report : undefined
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const usage = `Checks the locked packages for known vulnerabilities. Fails for high and critical ones in packages that the site
ships, and lists all others.

  npm run audit                 passes if the registry does not respond
  npm run audit -- --required   fails if the registry does not respond`
  printHelp(usage)
  const { values } = parseOptions(usage, { options: { required: { type: 'boolean', default: false } } })
  const shipped = new Set(listShippedPackages(process.cwd()).map(({ path }) => path))
  // npm exits with 1 for any vulnerability, so the report alone decides.
  const output = await new Promise<string>((done) =>
    execFile('npm', ['audit', '--json'], { maxBuffer: 64 * 1024 * 1024, timeout: 60_000 }, (_error, text) =>
      done(text),
    ),
  )
  const { passes, lines } = classifyAudit(output, shipped, values.required)
  console.log(lines.join('\n'))
  process.exitCode = passes ? 0 : 1
}
