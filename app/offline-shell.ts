/* Loaded by the installed app only: visitors of the site get no service worker beside that of saved books. */

// A development server has no built worker.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  navigator.serviceWorker.register('/app-worker.js').catch(() => undefined)

export {}
