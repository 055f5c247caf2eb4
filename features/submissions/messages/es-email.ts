import type { TranslationOf } from '#shared/messages.ts'
import type { email as en } from './en-email.ts'

/** The Spanish texts of the emails to the artist. */
export const email: TranslationOf<typeof en> = {
  kicker: 'Swade Radio',
  reason:
    'Recibes este correo porque alguien envió un tema a Swade Radio con esta dirección. Si no fuiste tú, abre la página de estado y retira el tema, o escribe a {supportEmail}.',
  track: 'Tema',
  artist: 'Artista',
  viewStatus: 'Ver el estado',
  received: {
    title: 'Recibimos tu tema',
    preview: 'Este correo contiene el enlace a la página de estado privada de tu tema.',
    thanks:
      'Gracias. Guardamos el archivo tal como lo enviaste. Primero se hacen comprobaciones automáticas; después, una persona escuchará el tema y decidirá. Te escribiremos en cada paso.',
    link: 'El enlace de abajo abre una página privada donde puedes seguir el estado del tema, corregir sus datos o retirarlo.',
    consent: 'Tu consentimiento',
    givenOn: 'Fecha del consentimiento',
  },
  inReview: {
    title: 'Tu tema está en revisión',
    preview: 'Las comprobaciones terminaron. Ahora una persona escuchará el tema.',
    checked: 'Revisamos la grabación completa. Ahora, una persona la escuchará y decidirá si el tema sale al aire.',
    findings:
      'Las comprobaciones encontraron lo siguiente, que puede servirte para tu próximo tema: {findings} Ninguna observación decide el resultado por sí sola.',
  },
  accepted: {
    title: 'Aceptamos tu tema',
    preview: 'Tu tema entrará en la rotación.',
    message: 'Mensaje de la emisora',
    rotation:
      'Una persona escuchó tu tema y lo aceptó. El tema entrará en la rotación, y te escribiremos cuando suene por primera vez.',
    page: 'La página de estado muestra cuándo está en el aire, cuántas veces sonó y el máximo de oyentes que tuvo.',
  },
  declined: {
    title: 'No aceptamos tu tema',
    preview: 'Decidimos no emitirlo esta vez.',
    reason: 'Motivo',
    text: 'Una persona escuchó tu tema y decidimos no emitirlo esta vez. Abajo te contamos el motivo. Puedes enviar otro tema, u otra mezcla de este. Borraremos el archivo en {days, number} días.',
  },
  undone: {
    title: 'Tu tema vuelve a revisión',
    preview: 'El tema vuelve a la cola y lo revisaremos otra vez.',
    accepted:
      'Te dijimos que habíamos aceptado tu tema. Hemos anulado esa decisión: el tema vuelve a la cola y queda fuera de la rotación hasta que decidamos.',
    declined: 'Te dijimos que no habíamos aceptado tu tema. Hemos anulado esa decisión: el tema vuelve a la cola.',
    sorry: 'Disculpa la confusión. Te escribiremos en cuanto decidamos.',
  },
  firstPlayed: {
    title: 'Tu tema está en el aire',
    preview: 'Suena ahora mismo en Swade Radio.',
    playedAt: 'Sonó por primera vez',
    text: 'Swade Radio acaba de empezar a emitir tu tema por primera vez. Desde ahora, el tema se queda en la rotación.',
    listen: 'Escúchalo en {listenUrl}. La página de estado muestra las emisiones y los oyentes.',
  },
  corrected: {
    title: 'Guardamos tus cambios',
    preview: 'Se actualizaron los datos de tu tema.',
    text: 'Los datos de este tema se cambiaron en su página de estado, que muestra la versión actual.',
  },
  withdrawn: {
    title: 'Retiraste tu tema',
    preview: 'El tema se retiró y ya no está en el aire.',
    text: 'Retiraste este tema. Lo quitamos de la cola y de la rotación. Si está en el aire ahora mismo, es su última emisión. El permiso que nos diste para emitirlo terminó.',
    deleted: 'Borraremos el archivo en {days, number} días.',
  },
}
