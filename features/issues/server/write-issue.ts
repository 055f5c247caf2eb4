import { render } from '@react-email/render'
import { createElement } from 'react'
import type { Insight, IssueContent, Source, Tool, WrittenIssue } from '#features/issues/contract.ts'
import { IssueMail } from '#features/issues/emails/issue.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'
import { cleanHtml, styleHtml } from './clean-html.ts'
import { plainTextOf } from './issue-text.ts'
import { randomBytes } from 'node:crypto'

/** Settings of this site that an issue needs; read for every issue. */
type SiteInfo = MailSender & { origin: string }

/** Input for rendering an issue as an email. */
export type WritableIssue = {
  title: string
  /** Empty: it has no page yet. */
  slug: string
  content: IssueContent
  isCounted: boolean
  /** A test for an address that is not subscribed: the email says so, and has no links to manage a subscription. */
  isForTester?: boolean
}

const subscriberReason = 'You received this email because this address is subscribed to our newsletter.'
const testerReason = 'You received this test email because an editor of our newsletter entered this address.'

/** Renders the email for all recipients, with variables for personal values. */
export async function writeIssue(
  site: SiteInfo,
  { title, slug, content: input, isCounted, isForTester = false }: WritableIssue,
): Promise<WrittenIssue> {
  // Content stored under older rules must follow the current ones.
  const content = { ...input, html_content: cleanHtml(input.html_content, site.origin) }
  const variables = createTemplateVariables(isCounted)
  const archiveUrl = slug ? `${site.origin}/newsletter/${slug}` : ''
  const shared = {
    title,
    lead: leadOf(content),
    writtenBy: content.written_by,
    firstName: variables.firstName,
    archiveUrl,
    reason: isForTester ? testerReason : subscriberReason,
    unsubscribeUrl: isForTester ? '' : variables.unsubscribeUrl,
    preferencesUrl: isForTester ? '' : variables.preferencesUrl,
  }
  const mail = createElement(IssueMail, {
    ...shared,
    sender: site,
    preheader: (content.preheader || content.summary).replaceAll(/\s+/g, ' '),
    html: styleHtml(content.html_content, variables.link, site.accent),
    insights: content.key_insights.map(through(variables)),
    tools: content.freemium_tools.map(through(variables)),
    sources: content.featured_sources.map(linked(variables)),
    openUrl: isCounted ? variables.openUrl : '',
  })
  // Removes React's hydration comments; `<` in text is always escaped.
  const html = variables.settleHtml((await render(mail)).replaceAll(/<!--[^>]*-->/g, ''))
  const text = variables.settleText(plainTextVersion({ ...shared, postalAddress: site.postalAddress, content }))
  return { subject: title, html, text, links: variables.links, isCounted }
}

/** Returns the summary, unless the text starts with it. */
function leadOf({ summary, content }: IssueContent): string {
  const flat = (words: string) => words.replaceAll(/\s+/g, ' ').trim()
  return flat(content).startsWith(flat(summary)) ? '' : summary
}

const linked = (variables: TemplateVariables) => (source: Source) => ({
  ...source,
  url: source.url && variables.link(source.url),
})
const through =
  (variables: TemplateVariables) =>
  <Item extends Insight | Tool>(item: Item): Item => ({ ...item, source: linked(variables)(item.source) })

type PlainTextInput = {
  title: string
  lead: string
  content: IssueContent
  writtenBy: string
  firstName: string
  archiveUrl: string
  reason: string
  unsubscribeUrl: string
  preferencesUrl: string
  postalAddress: string
}

/** Returns the plain part with the same content in the same order; links are shown as addresses. */
function plainTextVersion({ title, lead, content, ...foot }: PlainTextInput): string {
  const part = (label: string, items: string[]) =>
    items.length > 0 ? [`${label.toUpperCase()}\n\n${items.join('\n\n')}`] : []
  const item = (name: string, description: string, source: Source) =>
    [name, description, source.url && `Source: ${[source.title, source.url].filter(Boolean).join(' ')}`]
      .filter(Boolean)
      .join('\n')
  return [
    `${title}\n${'='.repeat(Math.min(78, [...title].length))}`,
    `Hello ${foot.firstName},`,
    lead,
    plainTextOf(content.html_content),
    ...part(
      'Key insights',
      content.key_insights.map(({ title: name, description, source }) => item(name, description, source)),
    ),
    ...part(
      'Tools',
      content.freemium_tools.map(({ name, description, source }) => item(name, description, source)),
    ),
    ...part(
      'Sources',
      content.featured_sources.map((source) => [source.title, source.url].filter(Boolean).join('\n')),
    ),
    [
      '-- ',
      foot.writtenBy && `Written by ${foot.writtenBy}.`,
      foot.reason,
      foot.archiveUrl && `View on the site: ${foot.archiveUrl}`,
      foot.preferencesUrl && `Preferences: ${foot.preferencesUrl}`,
      foot.unsubscribeUrl && `Unsubscribe: ${foot.unsubscribeUrl}`,
      foot.postalAddress,
    ]
      .filter(Boolean)
      .join('\n'),
  ]
    .filter((words) => words !== '')
    .join('\n\n')
}

/** Variables of one email while it is rendered. */
type TemplateVariables = {
  firstName: string
  unsubscribeUrl: string
  preferencesUrl: string
  openUrl: string
  /** Returns the variable of a tracked link; the address itself if nothing is tracked or it is not a web page. */
  link(url: string): string
  /** Tracked links so far, starting with number 1. */
  links: string[]
  /** Inserts the variables into the HTML; double braces in the content stay text. */
  settleHtml(html: string): string
  settleText(text: string): string
}

/**
 * Creates placeholders with an unguessable name; only at the end, after braces in the content were escaped, do they
 * become template variables. So no title, source or pasted text can inject a variable.
 */
function createTemplateVariables(isCounted: boolean): TemplateVariables {
  const secret = randomBytes(12).toString('hex')
  const links: string[] = []
  const address = (name: string) => `https://${secret}.invalid/${name}`
  const name = (token: string) => `{{${token.replace('link-', 'link:')}}}`
  const tokens = new RegExp(`https://${secret}\\.invalid/([a-z_]+(?:-\\d+)?)|${secret}`, 'g')
  const settle = (written: string) =>
    written.replaceAll(tokens, (_all, token: string | undefined) => name(token ?? 'first_name'))
  return {
    firstName: secret,
    unsubscribeUrl: address('unsubscribe_url'),
    preferencesUrl: address('preferences_url'),
    openUrl: address('open_url'),
    links,
    link(url) {
      if (!isCounted || !/^https?:/i.test(url)) return url
      const known = links.indexOf(url)
      return address(`link-${known === -1 ? links.push(url) : known + 1}`)
    },
    settleHtml: (html) => settle(html.replaceAll(/\{(?=\{)/g, '&#123;')),
    // An invisible character between the two braces: the text looks the same but is not a variable.
    settleText: (text) => settle(text.replaceAll(/\{(?=\{)/g, '{\u2060')),
  }
}
