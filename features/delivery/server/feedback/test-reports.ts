/** A delivery status notification as a relay writes it (RFC 3464). */
export function deliveryStatus({
  to,
  recipient,
  action,
  status,
  diagnostic = '',
}: {
  to: string
  recipient: string
  action: string
  status: string
  diagnostic?: string
}): string {
  return [
    'Return-Path: <>',
    `To: ${to}`,
    'From: MAILER-DAEMON@relay.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=-report"',
    '',
    '--=-report',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '',
    '--=-report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; relay.example',
    'Arrival-Date: Fri, 27 Nov 2026 14:00:03 +0000',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic ? [`Diagnostic-Code: smtp; ${diagnostic.replaceAll(' ', '\r\n ')}`] : []),
    '',
    '--=-report',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Swade <hello@swade.example>',
    'Subject: An issue',
    '',
    '--=-report--',
    '',
  ].join('\r\n')
}

/** A complaint as a mail provider reports it (RFC 5965). */
export function complaint({
  envelope,
  recipient,
  kind = 'abuse',
}: {
  envelope: string
  recipient: string
  kind?: string
}): string {
  return [
    'From: <feedback@house.example>',
    'To: <abuse@swade.example>',
    'Subject: FW: An issue',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=-report"',
    '',
    '--=-report',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '',
    '--=-report',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${kind}`,
    'User-Agent: House/1.0',
    'Version: 1',
    ...(recipient ? [`Original-Rcpt-To: <${recipient}>`] : []),
    '',
    '--=-report',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    `Return-Path: <${envelope}>`,
    'From: Swade <hello@swade.example>',
    'Subject: An issue',
    'Content-Type: text/plain',
    '',
    'News.',
    '--=-report--',
    '',
  ].join('\r\n')
}

/**
 * Returns an email to the bounce address of a delivery, `bounce+0123@swade.example`, unless the headers name another
 * recipient.
 */
export function mail(headers: Record<string, string>, lines: string[]): Buffer {
  const head = Object.entries({
    'To': 'bounce+0123@swade.example',
    'Return-Path': '<>',
    'From': 'MAILER-DAEMON@relay.example',
    ...headers,
  })
  return Buffer.from([...head.map(([name, value]) => `${name}: ${value}`), '', ...lines].join('\r\n'))
}
