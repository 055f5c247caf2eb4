import { Form } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { Need } from '#features/owner/contract.ts'

const harmWords: Record<Need['harm'], string> = { money: 'Money', person: 'A person waits', promise: 'A promise', upkeep: 'Upkeep' }

/** One thing that waits: what it is, since when, and what can be done about it from here. */
export function NeedCard({ need }: { need: Need }) {
  const { key, harm, title, detail, since, due, act, href } = need
  const headingId = `need-${key.replace(/[^\w-]/g, '-')}`
  return (
    <li>
      <article aria-labelledby={headingId} className="grid gap-x-8 gap-y-4 border border-groove bg-plate-raised p-4 md:p-5 lg:grid-cols-12">
        <div className="flex flex-col gap-1 lg:col-span-2">
          <p className={classNames('label', harm === 'money' ? 'text-live' : 'text-dust')}>{harmWords[harm]}</p>
          <p className="figures text-[0.75rem] text-dust">
            <span className="sr-only">Since </span>
            <time dateTime={since}>{formatTimestamp(since)}</time>
          </p>
          {due ? (
            <p className="figures text-[0.75rem] text-loss">
              Due <time dateTime={due}>{formatTimestamp(due)}</time>
            </p>
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere] lg:col-span-6">
          <h2 id={headingId} className="font-sans font-semibold">
            {title}
          </h2>
          <p className="text-small text-dust">{detail}</p>
        </div>
        <div className="flex flex-wrap content-start gap-3 lg:col-span-4 lg:justify-end">
          {act ? <NeedForm need={need} act="do" label={act.label} isPrimary canUndo={act.canUndo} told={act.told} /> : null}
          <ButtonLink to={href}>Look at it</ButtonLink>
          <NeedForm need={need} act="aside" label="Put aside for a week" />
        </div>
      </article>
    </li>
  )
}

type FormProps = { need: Need; act: string; label: string; isPrimary?: boolean; canUndo?: boolean; told?: string | undefined }

function NeedForm({ need: { key, title }, act, label, isPrimary = false, canUndo = false, told }: FormProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="title" value={title} />
      {canUndo ? <input type="hidden" name="canUndo" value="1" /> : null}
      {told ? <input type="hidden" name="told" value={told} /> : null}
      <Button type="submit" name="act" value={act} variant={isPrimary ? 'primary' : 'bare'} {...(isPrimary ? {} : { className: 'px-2' })}>
        {label}
        <span className="sr-only">: {title}</span>
      </Button>
    </Form>
  )
}
