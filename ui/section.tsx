import { type ReactNode, Suspense } from 'react'
import { classNames } from './class-names.ts'

/**
 * Section of a page with its number in the margin. It is a Suspense boundary, so that React hydrates sections
 * separately, the one the visitor uses first.
 *
 * @param side Number and short name, such as `A1 Ecosystem`; optional.
 * @param margin Columns left of the heading; one where a page's other sections have that.
 */
export function Section(props: {
  id?: string
  side?: string
  margin?: 1 | 2
  title: string
  lead?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  const isNarrow = props.margin === 1
  const headingId = props.id ? `${props.id}-heading` : undefined
  return (
    <section
      id={props.id}
      aria-labelledby={headingId}
      className={classNames('border-t border-groove py-16 md:py-24', props.className)}
    >
      <div className="wrap grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <header className="flex flex-col gap-5 lg:col-span-12 lg:grid lg:grid-cols-12 lg:gap-x-8">
          <p
            className={classNames(
              'label text-dust lg:pt-3',
              isNarrow ? 'lg:col-span-1' : 'lg:col-span-2',
              !props.side && 'max-lg:hidden',
            )}
          >
            {props.side}
          </p>
          <div className="flex flex-col gap-5 lg:col-span-7">
            <h2 id={headingId} className="heading">
              {props.title}
            </h2>
            {props.lead ? <p className="measure text-lead text-dust">{props.lead}</p> : null}
          </div>
          {props.aside ? <div className="flex items-end lg:col-span-3 lg:justify-end">{props.aside}</div> : null}
        </header>
        <div
          className={classNames(
            'min-w-0',
            isNarrow ? 'lg:col-span-11 lg:col-start-2' : 'lg:col-span-10 lg:col-start-3',
          )}
        >
          <Suspense>{props.children}</Suspense>
        </div>
      </div>
    </section>
  )
}
