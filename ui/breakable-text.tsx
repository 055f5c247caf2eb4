import { Fragment } from 'react'

/**
 * Text that can wrap before an `@` and after an underscore, so that narrow columns do not break an email address or the
 * name of a setting inside a word.
 */
export function BreakableText({ children }: { children: string }) {
  return children.split(/(?=@)|(?<=_)/).map((part, index) => (
    // The parts have no identity of their own.
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
