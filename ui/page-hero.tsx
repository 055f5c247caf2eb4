import type { ReactNode } from 'react'
import { Backdrop } from './figure/backdrop.tsx'

/**
 * Hero of an inner page: a large headline over artwork at low contrast.
 *
 * @param figure Slug of the artwork.
 */
export function PageHero(props: {
  figure: string
  kicker: string
  title: ReactNode
  lead?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="relative isolate overflow-hidden">
      <div className="own-image absolute inset-0 -z-10 opacity-40" data-print="hide">
        <Backdrop slug={props.figure} className="object-right" />
      </div>
      <div className="wrap grid gap-8 pt-36 pb-16 md:pt-48 md:pb-24 lg:grid-cols-12 print:pt-0 print:pb-10">
        <p className="label text-dust lg:col-span-2 lg:pt-4">{props.kicker}</p>
        <div className="flex flex-col gap-8 lg:col-span-9">
          <h1 className="display">{props.title}</h1>
          {props.lead ? <p className="measure text-lead text-sand/85">{props.lead}</p> : null}
          {props.children ? <div className="flex flex-wrap gap-3">{props.children}</div> : null}
        </div>
      </div>
    </header>
  )
}
