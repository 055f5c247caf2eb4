import type { WrittenIssue } from '#features/issues/contract.ts'
import { issueContent } from '#features/delivery/server/sending/test-issues.ts'

/** Builds an issue with every placeholder, like the email renderer but without React, which Node alone cannot load. */
export function benchEmail(words: number): WrittenIssue {
  const { html_content: html } = issueContent(words)
  const links: string[] = []
  const counted = html.replaceAll(/href="([^"]+)"/g, (_all, url: string) => {
    const known = links.indexOf(url)
    return `href="{{link:${known === -1 ? links.push(url) : known + 1}}}" style="color:#f27b35;text-decoration:underline"`
  })
  const body = counted.replaceAll(
    '<p>',
    '<p style="margin:0 0 16px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:26px">',
  )
  return {
    subject: 'An issue',
    html: `<!doctype html><html lang="en"><body><table role="presentation" width="600"><tr><td><p>Hello {{first_name}},</p>${body}<p><a href="{{preferences_url}}">Preferences</a> <a href="{{unsubscribe_url}}">Unsubscribe</a></p><img src="{{open_url}}" width="1" height="1" alt=""></td></tr></table></body></html>`,
    text: `Hello {{first_name}},\n\n${html.replaceAll(/<\/p>/g, '\n\n').replaceAll(/<[^>]+>/g, '')}\n\nUnsubscribe: {{unsubscribe_url}}\nPreferences: {{preferences_url}}\n`,
    links,
    isCounted: true,
  }
}
