import { type CSSProperties, Fragment, type ReactNode } from 'react'
import type { Insight, Source, Tool } from '#features/issues/contract.ts'
import { columnStyle, SenderName } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'
import { headCss, linkStyle, styles } from './issue-styles.ts'

/** Content of the email; all addresses are final. */
type IssueMailProps = {
  title: string
  preheader: string
  /** A line above the content; empty if the running text begins with it. */
  lead: string
  /** Cleaned and styled; see server/clean-html.ts. */
  html: string
  insights: readonly Insight[]
  tools: readonly Tool[]
  sources: readonly Source[]
  writtenBy: string
  firstName: string
  /** Address of its page on the site; empty if it has none yet. */
  archiveUrl: string
  /** Sentence that says why the recipient got the email. */
  reason: string
  /** Links to manage the subscription; empty if the recipient has none. */
  unsubscribeUrl: string
  preferencesUrl: string
  sender: MailSender
  /** Tracking image for opens; empty without tracking. */
  openUrl: string
}

/** Email of an issue for mail programs: tables and inline styles, dark and light, from 320 px on. */
export function IssueMail(props: IssueMailProps) {
  const { accent } = props.sender
  return (
    <html lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="supported-color-schemes" content="dark light" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{props.title}</title>
        <style>{headCss(accent, props.sender.logo !== undefined)}</style>
      </head>
      <body className="plate" style={{ ...styles.plate, margin: 0, padding: 0 }}>
        <div style={{ display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 }}>
          {props.preheader}
          {/* Otherwise mailboxes would fill the preview line with the text that follows. */}
          {'\u034F \u200C \u00A0 '.repeat(40)}
        </div>
        <Table className="plate" style={{ ...styles.plate, tableLayout: 'fixed' }}>
          <tr>
            <td align="center" className="air" style={{ padding: '40px 16px' }}>
              <Table className="raised" width={600} style={{ ...styles.raised, ...columnStyle }}>
                <tr>
                  <td className="side" style={{ padding: '28px 32px 10px' }}>
                    <Opening {...props} />
                    {/* oxlint-disable-next-line react/no-danger -- cleaned against an allow-list right before */}
                    <div dangerouslySetInnerHTML={{ __html: props.html }} />
                  </td>
                </tr>
                <Insights insights={props.insights} accent={accent} />
                <Tools tools={props.tools} accent={accent} />
                <Sources sources={props.sources} accent={accent} />
                <Foot {...props} />
              </Table>
              {props.openUrl ? (
                <img src={props.openUrl} width={1} height={1} alt="" style={{ display: 'block', border: 0 }} />
              ) : null}
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

type Accent = MailSender['accent']

type TableProps = { className: string; width?: number; style: CSSProperties; children: ReactNode }

function Table({ className, width, style, children }: TableProps) {
  return (
    <table
      role="presentation"
      width={width ?? '100%'}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      className={className}
      style={style}
    >
      <tbody>{children}</tbody>
    </table>
  )
}

function Opening({ sender, title, lead, firstName }: IssueMailProps) {
  return (
    <>
      <p className="text" style={{ ...styles.brand, margin: '0 0 28px' }}>
        <SenderName sender={sender} />
      </p>
      <p className="dust" style={{ ...styles.label, margin: '0 0 10px' }}>
        Newsletter
      </p>
      <h1 className="text title" style={{ ...styles.title, margin: '0 0 24px', overflowWrap: 'anywhere' }}>
        {title}
      </h1>
      <p className="text" style={{ ...styles.text, margin: '0 0 18px' }}>
        Hello {firstName},
      </p>
      {lead ? (
        <p className="text" style={{ ...styles.lead, margin: '0 0 22px' }}>
          {lead}
        </p>
      ) : null}
    </>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <td className="side line" style={{ ...styles.line, padding: '26px 32px 8px' }}>
        <h2 className="dust" style={{ ...styles.label, margin: '0 0 18px', fontWeight: 400 }}>
          {label}
        </h2>
        {children}
      </td>
    </tr>
  )
}

function Insights({ insights, accent }: { insights: readonly Insight[]; accent: Accent }) {
  if (insights.length === 0) return null
  return (
    <Part label="Key insights">
      {insights.map(({ title, description, source }, index) => (
        <Item key={index} name={title} description={description} source={source} accent={accent} />
      ))}
    </Part>
  )
}

function Tools({ tools, accent }: { tools: readonly Tool[]; accent: Accent }) {
  if (tools.length === 0) return null
  return (
    <Part label="Tools">
      {tools.map(({ name, description, source }, index) => (
        <Item key={index} name={name} description={description} source={source} accent={accent} />
      ))}
    </Part>
  )
}

type ItemProps = { name: string; description: string; source: Source; accent: Accent }

function Item({ name, description, source, accent }: ItemProps) {
  return (
    <>
      <h3 className="text" style={{ ...styles.part, margin: '0 0 6px', overflowWrap: 'anywhere' }}>
        {name}
      </h3>
      {description ? (
        <p className="text" style={{ ...styles.text, margin: '0 0 6px', whiteSpace: 'pre-line' }}>
          {description}
        </p>
      ) : null}
      <p className="dust" style={{ ...styles.dust, margin: '0 0 22px' }}>
        {source.url ? (
          <>
            Source: <SourceLink source={source} accent={accent} />
          </>
        ) : null}
      </p>
    </>
  )
}

function Sources({ sources, accent }: { sources: readonly Source[]; accent: Accent }) {
  if (sources.length === 0) return null
  return (
    <Part label="Sources">
      {sources.map((source, index) => (
        <p
          key={index}
          className="text"
          style={{ ...styles.text, fontSize: '15px', lineHeight: '23px', margin: '0 0 8px' }}
        >
          <SourceLink source={source} accent={accent} />
        </p>
      ))}
    </Part>
  )
}

function SourceLink({ source: { title, url }, accent }: { source: Source; accent: Accent }) {
  if (!url) return <>{title}</>
  return (
    <a href={url} className="link" style={{ ...linkStyle(accent), overflowWrap: 'anywhere' }}>
      {title || url}
    </a>
  )
}

function Foot({
  writtenBy,
  archiveUrl,
  reason,
  unsubscribeUrl,
  preferencesUrl,
  sender: { postalAddress },
}: IssueMailProps) {
  const links = [
    [archiveUrl, 'View on the site'],
    [preferencesUrl, 'Preferences'],
    [unsubscribeUrl, 'Unsubscribe'],
  ].filter(([href]) => href)
  return (
    <tr>
      <td className="side line" style={{ ...styles.line, padding: '20px 32px 28px' }}>
        {writtenBy ? (
          <p className="dust" style={{ ...styles.dust, margin: '0 0 8px' }}>
            Written by {writtenBy}.
          </p>
        ) : null}
        <p className="dust" style={{ ...styles.dust, margin: 0 }}>
          {reason}
        </p>
        {links.length > 0 ? (
          <p className="dust" style={{ ...styles.dust, margin: '8px 0 0' }}>
            {links.map(([href, words], index) => (
              <Fragment key={words}>
                {index > 0 ? <> &nbsp; </> : null}
                <a href={href} className="text" style={{ color: styles.text.color }}>
                  {words}
                </a>
              </Fragment>
            ))}
          </p>
        ) : null}
        {postalAddress ? (
          <p className="dust" style={{ ...styles.dust, margin: '8px 0 0' }}>
            {postalAddress}
          </p>
        ) : null}
      </td>
    </tr>
  )
}
