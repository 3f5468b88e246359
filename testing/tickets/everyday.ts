import type { Ticket } from './ticket'

/** Tickets of all kinds, written after the rules: they show that the rules hold for others. */
export const EVERYDAY: readonly Ticket[] = [
  {
    what: 'a downgrade request',
    text: `Hello,

I'm the new IT-manager at Vandelay Industries (customer id vandelay-industries). We'd like to downgrade sub_vand_2 from Business to Starter by 31 Jan 2027 – we only have 8 people left. What's the pro-rated credit? Last year we paid 3 x $499.

Thanks in advance!

George Costanza
IT-Manager
Vandelay Industries
129 West 81st Street, Apt 5A, New York, NY 10024
g.costanza@vandelay.example · (212) 555-0179`,
    ids: ['vandelay-industries', 'sub_vand_2'],
    also: ['g.costanza@vandelay.example'],
  },
  {
    what: 'a failed payment notice with a reference',
    text: `Payment failed for invoice INV-20931
Amount: €249.00 | Attempt 2 of 4 | Next retry: 5 Dec, 08:00 CET
Customer: stark-industries (cus_Qx81Lm)
Decline code: insufficient_funds
https://dashboard.payments.example/acct_1Abc2Def/invoices/in_1QxYz2Abc`,
    ids: ['INV-20931', 'stark-industries', 'cus_Qx81Lm', 'in_1QxYz2Abc'],
    also: ['insufficient_funds'],
  },
  {
    what: 'a voice-mail transcript',
    text: `Voicemail from +1 646 555 0100, 0:47, Nov 3 at 9:12 AM. Transcript: "Hi this is Art Vandelay calling about invoice ten forty two, that's 1042, we were charged twice, please call me back at 646-555-0100, extension 12, thank you."`,
    ids: ['1042'],
  },
  {
    what: 'a GDPR request',
    text: `Subject: Data subject request under Art. 15 GDPR

Please send me all personal data stored about me (jane.roe@mail.example), including billing history since 2019. Ref: DSR-2026-118. Deadline: 30 days (Art. 12(3)).

Jane Roe, 12 High Street, Oxford OX1 4AB`,
    ids: ['jane.roe@mail.example', 'DSR-2026-118'],
  },
  {
    what: 'an engineer who pastes a shell session',
    text: `$ billing get subscription sub_cli_9 --output json | jq '.status'
"past_due"
$ billing list invoices --customer wayne-ent --limit 5
NUMBER   STATUS    TOTAL      DUE
1071     overdue   1,999.00   2026-10-31
1066     paid      1,999.00   2026-09-30
exit code 0 (took 1.32s)`,
    ids: ['sub_cli_9', 'wayne-ent', '1071', '1066'],
  },
  {
    what: 'a German chat in colloquial language',
    text: `hi, hab grad ne mahnung gekriegt (mahngebühr 5€) obwohl rechnung 20931 längst bezahlt is?! überweisung am 28.10. um 17:45, verwendungszweck "RE 20931 Kd 4402". könnt ihr des bis morgen 12 uhr klären? lg steffi`,
    ids: ['20931'],
    also: ['RE 20931 Kd', '4402'],
  },
  {
    what: 'a French mail about several subscriptions',
    text: `Bonjour l'équipe,

Merci de résilier les abonnements suivants à la fin du mois :
- sub_fr_a1 (Paris, 12 postes)
- sub_fr_b2 (Lyon, 8 postes)
et de conserver sub_fr_c3. Le dernier avoir (AV-2026-007, 350,00 € HT / 420,00 € TTC) n'apparaît pas sur l'espace-client.

Bien cordialement,

Marc Lefebvre
Directeur Administratif et Financier
LD : 04 78 00 00 00 | marc@cliente.example`,
    ids: ['sub_fr_a1', 'sub_fr_b2', 'sub_fr_c3', 'AV-2026-007'],
    also: ['marc@cliente.example'],
  },
  {
    what: 'a Spanish chat',
    text: `[14:30, 3/11/2026] María: Buenas! me llegó un cargo de 49,99€ y no reconozco la factura F-88213
[14:32, 3/11/2026] Soporte: ¿Me facilita su ID de cliente?
[14:33, 3/11/2026] María: creo q es maria-lopez, plan básico, 1 usuario`,
    ids: ['F-88213', 'maria-lopez'],
  },
  {
    what: 'a Japanese mail with a quotation',
    text: `> 2026年10月30日(金) 9:05 サポート <support@console.example>:
> ご請求書（No.2087）を送付いたします。

経理の佐藤です。上記請求書の宛名を「株式会社ミライ」に変更してください。
顧客番号：mirai-jp　部署：経理2課　内線：1234
よろしくお願いいたします。`,
    ids: ['2087', 'mirai-jp'],
    also: ['support@console.example', '株式会社ミライ', '1234'],
  },
  {
    what: 'a Portuguese mail of a reseller',
    text: `Boa tarde,

Segue a lista de clientes com cobrança em duplicidade (nov/26):
1) padaria-central – fatura 3301 – R$ 89,90
2) oficina_do_ze – fatura 3305 – R$ 129,90
Total: R$ 219,80. Aguardamos o estorno até 10/12.

Abs,
Cláudia`,
    ids: ['padaria-central', '3301', 'oficina_do_ze', '3305'],
  },
  {
    what: 'an HTML-free newsletter footer',
    text: `Pls unsubscribe us and cancel sub_news_1 too.

---
You received this e-mail because you signed-up at www.daily-planet.example on 2024-05-17.
Daily Planet Media, Inc. | 1000 Broadway, 22nd Floor | Metropolis, NY 10001 | 1-888-555-0142
Privacy-Policy: https://www.daily-planet.example/privacy-policy?v=3`,
    ids: ['sub_news_1'],
  },
  {
    what: 'a list of UUIDs in a spreadsheet',
    text: `Account Name\tAccount ID\tMRR\tRenewal
Soylent Corp.\tb3f1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d\t$2,400\t2027-02-01
Tyrell Corp.\t0a1b2c3d-4e5f-4678-9abc-def012345678\t$980\t2027-03-15`,
    ids: ['b3f1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d', '0a1b2c3d-4e5f-4678-9abc-def012345678'],
  },
]
