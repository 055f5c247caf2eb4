/** Result of a check of `npm run doctor`. */
export type Finding = {
  /** Subject of the check, such as `SPF`. */
  name: string
  /** `warning` works but should be improved; `skipped` could not or need not be checked. */
  state: 'ok' | 'warning' | 'problem' | 'skipped'
  message: string
  /** Instruction of one or two sentences; empty where nothing needs doing. */
  remedy: string
}

/** Creates the functions that make findings of one name. */
export const findingsOf = (name: string) => ({
  ok: (message: string): Finding => ({ name, state: 'ok', message, remedy: '' }),
  warning: (message: string, remedy: string): Finding => ({ name, state: 'warning', message, remedy }),
  problem: (message: string, remedy: string): Finding => ({ name, state: 'problem', message, remedy }),
  skipped: (message: string): Finding => ({ name, state: 'skipped', message, remedy: '' }),
})

/** Matches codes of Node and PostgreSQL; codes such as `unavailable` add nothing to the sentences of the site. */
const codePattern = /^[A-Z0-9_]+$/

/** Returns a short reason of an error, without a stack. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' && message ? message.split('\n')[0]! : 'unknown error'
  return typeof code === 'string' && codePattern.test(code) && !text.includes(code) ? `${text} (${code})` : text
}

/** Formats findings for a terminal, with the remedy below each. */
export function formatFindings(findings: readonly Finding[]): string {
  const symbols = { ok: '✓', warning: '!', problem: '✗', skipped: '–' }
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.flatMap(({ name, state, message, remedy }) => [
    `${symbols[state]} ${name.padEnd(width)}  ${message}`,
    ...(remedy ? [`  ${' '.repeat(width)}  → ${remedy}`] : []),
  ])
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const plural = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
  return `${lines.join('\n')}\n\n${plural(count('problem'), 'problem')}, ${plural(count('warning'), 'warning')}\n`
}
