const reasonWords: Record<string, string> = {
  'bounce': 'Bounced',
  'complaint': 'Reported as spam',
  'by-desk': 'By an administrator',
  'erased': 'Erased at their request',
}

/** Splits what the desk is told of a suppression, `reason: detail`. */
export function parseSuppression(because: string): { reason: string; detail: string } {
  const [, reason = '', detail = ''] = /^([\w-]+)(?:: ([^]*))?$/.exec(because) ?? []
  return { reason, detail }
}

/** Why somebody gets nothing more, as people read it. */
export function suppressionLabel(because: string): string {
  const { reason, detail } = parseSuppression(because)
  const words = reasonWords[reason]
  if (words === undefined) return because
  return detail === 'told by an import'
    ? `${words}, according to an imported file`
    : detail
      ? `${words}: ${detail}`
      : words
}
