import { Form } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { keptEmail } from '../gate/kept-email.ts'

/** Who is at the desk, the way to the site and the way out. A region, since the one banner of the page is the site’s. */
export function DeskHeader({ email }: { email: string }) {
  return (
    <section aria-label="Signed in" className="flex print:hidden flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-dust">Welcome back, </span>
        {email}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/">View Site</ButtonLink>
        <Form method="post" action="/admin" onSubmit={() => keptEmail.forget()}>
          <Button type="submit" name="act" value="leave">
            Logout
          </Button>
        </Form>
      </div>
    </section>
  )
}
