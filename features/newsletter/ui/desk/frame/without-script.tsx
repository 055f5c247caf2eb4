import { ButtonAnchor } from '#ui/button.tsx'

/** What the desk needs, said where it cannot run. */
export function WithoutScript() {
  return (
    <div className="hidden flex-col items-start gap-5 pt-12 noscript:flex">
      <p className="title">The newsletter desk needs JavaScript</p>
      <p className="measure text-dust">
        Your sign-in is kept by this page and sent with each of its calls, which a browser only does with script. Please switch JavaScript
        on for this site and load the page again. Readers need none: signing up, the letters and leaving the list all work without.
      </p>
      <ButtonAnchor href="/newsletter">To the newsletter</ButtonAnchor>
    </div>
  )
}
