import type { TranslationOf } from '#shared/messages.ts'
import type { email as en } from './en-email.ts'

/** The Spanish texts of the emails to the artist. */
export const email: TranslationOf<typeof en> = {
  kicker: '[siteName] Radio',
  reason:
    'Recibes este correo porque alguien envió una pista a [siteName] Radio con esta dirección. Si no fuiste tú, {isOver, select, yes {escribe a {supportEmail}.} other {abre la página de estado y retira la pista, o escribe a {supportEmail}.}}',
  track: 'Pista',
  artist: 'Artista',
  viewStatus: 'Ver el estado',
  received: {
    title: 'Recibimos tu pista',
    preview: 'Este correo contiene el enlace a la página de estado privada de tu pista.',
    thanks:
      'Gracias. Guardamos el archivo tal como lo enviaste. Primero se hacen comprobaciones automáticas; después, una persona escuchará la pista y decidirá. Te escribiremos en cada paso.',
    link: 'El enlace de abajo abre una página privada donde puedes seguir el estado de la pista, corregir sus datos o retirarla.',
    consent: 'Tu consentimiento',
    givenOn: 'Fecha del consentimiento',
  },
  inReview: {
    title: 'Tu pista está en revisión',
    preview: 'Las comprobaciones terminaron. Ahora una persona escuchará la pista.',
    checked: 'Comprobamos la grabación completa. Ahora, una persona la escuchará y decidirá si la pista sale al aire.',
    uncheckedPreview: 'Ahora una persona escuchará la pista.',
    unchecked:
      'No se pudieron completar las comprobaciones automáticas. Ahora, una persona escuchará la pista y decidirá si sale al aire.',
    findings:
      'Las comprobaciones encontraron lo siguiente en esta pista: {findings} Estas observaciones no deciden el resultado, pero pueden servirte para la próxima.',
  },
  accepted: {
    title: 'Aceptamos tu pista',
    preview: 'Tu pista entrará en la rotación.',
    message: 'Mensaje de la emisora',
    rotation:
      'Una persona escuchó tu pista y la aceptó. La pista entrará en la rotación, y te escribiremos cuando suene por primera vez.',
    page: 'La página de estado muestra cuándo está en el aire la pista, cuántas veces sonó y el máximo de oyentes que tuvo.',
  },
  declined: {
    title: 'No aceptamos tu pista',
    preview: 'Decidimos no emitirla esta vez.',
    reason: 'Motivo',
    text: 'Una persona escuchó tu pista y decidimos no emitirla esta vez. Abajo te contamos el motivo. Puedes enviar otra pista, u otra mezcla de esta. Borraremos el archivo en {days, number} días.',
  },
  undone: {
    title: 'Tu pista vuelve a revisión',
    preview: 'La pista vuelve a la cola y la revisaremos otra vez.',
    accepted:
      'Te dijimos que habíamos aceptado tu pista. Hemos anulado esa decisión: la pista vuelve a la cola y queda fuera de la rotación hasta que decidamos de nuevo.',
    declined: 'Te dijimos que no habíamos aceptado tu pista. Hemos anulado esa decisión: la pista vuelve a la cola.',
    sorry: 'Disculpa la confusión. Te escribiremos en cuanto decidamos.',
  },
  firstPlayed: {
    title: 'Tu pista está en el aire',
    preview: 'Suena ahora mismo en [siteName] Radio.',
    playedAt: 'Sonó por primera vez',
    text: '[siteName] Radio acaba de empezar a emitir tu pista por primera vez.',
    listen: 'Escúchala en {listenUrl}. La página de estado muestra las emisiones y los oyentes.',
  },
  corrected: {
    title: 'Guardamos tus cambios',
    preview: 'Se actualizaron los datos de tu pista.',
    text: 'Los datos de esta pista se cambiaron en su página de estado, que muestra la versión actual.',
  },
  withdrawn: {
    title: 'Retiraste tu pista',
    preview: 'La pista ya no está en la cola ni en la rotación.',
    undecidedPreview: 'La pista ya no está en la cola.',
    undecided:
      'Retiraste esta pista. Ya no está en la cola de revisión y no la emitiremos. El permiso que nos diste para emitirla terminó.',
    text: 'Retiraste esta pista. Ya no está en la cola ni en la rotación. Si está en el aire ahora mismo, esta es su última emisión. El permiso que nos diste para emitirla terminó.',
    deleted: 'Borraremos el archivo en {days, number} días.',
  },
}
