import type { ReactNode } from 'react'
import { PageHero } from './page-hero.tsx'

/** Full page with a message and next steps: not found, error, confirmation. */
export function NoticePage(props: {
  figure: string
  kicker: string
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure={props.figure} kicker={props.kicker} title={props.title} lead={props.children}>
        {props.actions}
      </PageHero>
    </main>
  )
}

/** Empty state inside a page: what will be here, and the action that adds it. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-4 border border-dashed border-groove p-6 md:p-8">
      <p className="title">{title}</p>
      <p className="measure text-dust">{children}</p>
      {action}
    </div>
  )
}
