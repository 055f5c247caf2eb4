const reasonLabels: Record<string, string> = {
  'bounce': 'Bounced',
  'complaint': 'Reported as spam',
  'by-admin': 'By an administrator',
  'erased': 'Data deleted',
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
  if (reason === 'erased') return erasureLabel(label, detail)
  // The file names no person.
  if (reason === 'by-admin' && detail === 'told by an import') return 'Marked as suppressed in an imported file'
  return detail === 'told by an import'
    ? `${label}, according to an imported file`
    : detail
      ? `${label}: ${detail}`
      : label
}

/** @param detail `asked by` the person or an account; empty after the storage period. */
function erasureLabel(label: string, detail: string): string {
  const [, by] = /^asked by ([^]+)$/.exec(detail) ?? []
  if (by === undefined) return label
  return by === 'person' ? `${label} at their request` : `${label} by ${by}`
}
