const reasonLabels: Record<string, string> = {
  'bounce': 'Bounced',
  'complaint': 'Reported as spam',
  'by-admin': 'By an administrator',
  'erased': 'Deleted at their request',
}

/** Splits the API's description of a suppression, `reason: detail`. */
export function parseSuppression(because: string): { reason: string; detail: string } {
  const [, reason = '', detail = ''] = /^([\w-]+)(?:: ([^]*))?$/.exec(because) ?? []
  return { reason, detail }
}

/** Returns the readable reason of a suppression. */
export function suppressionLabel(because: string): string {
  const { reason, detail } = parseSuppression(because)
  const label = reasonLabels[reason]
  if (label === undefined) return because
  return detail === 'told by an import'
    ? `${label}, according to an imported file`
    : detail
      ? `${label}: ${detail}`
      : label
}
