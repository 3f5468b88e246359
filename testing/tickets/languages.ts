import type { Ticket } from './ticket'

/** Tickets in other languages than English. */
export const LANGUAGES: readonly Ticket[] = [
  {
    what: 'a German complaint',
    text: `Sehr geehrte Damen und Herren,

in der Rechnung Nr. 1042 vom 03.11.2026 über 1.200,50 EUR (zzgl. 19 % MwSt.) stimmt die Menge nicht: 12.000 statt 9.850 API-Aufrufe. Die SEPA-Lastschrift wurde am 5. Nov. um 8 Uhr eingezogen. Unser SaaS-Vertrag (Kd.-Nr. 884213) läuft bis 31.12.26.

Mit freundlichen Grüßen

Eva Müller-Lüdenscheidt
Buchhaltung
Musterfirma AG, Bahnhofstr. 12 a, CH-8001 Zürich
Tel. +41 44 123 45 67`,
    ids: ['1042', '884213'],
  },
  {
    what: 'a German cancellation',
    text: `Guten Tag, hiermit kündige ich das Abo "Scale" (sub_de-77) fristgerecht zum nächstmöglichen Zeitpunkt, spätestens zum 31. Dezember 2026. Bitte bis KW 48 per E-Mail bestätigen. Der 2-wöchige Test und die 3 Zusatz-Lizenzen à 9,90 € entfallen. VG Uwe, Hauptstraße 5, 80331 München`,
    ids: ['sub_de-77'],
    also: ['Scale'],
  },
  {
    what: 'a Swiss question',
    text: `Grüezi, warum kostet die Rechnung Nr.1042 CHF 1'200.50 statt CHF 980.-? Kunde: müller-shop_ch. Merci und Gruess, Reto, 079 123 45 67`,
    ids: ['1042', 'müller-shop_ch'],
  },
  {
    what: 'a French complaint',
    text: `Bonjour,

Nous avons été débités de 1 200,50 € le 3 novembre à 14h30 pour la facture n° 1042, alors que notre abonnement sub_fr_12 est résilié depuis le 1er octobre. Pourriez-vous nous rembourser d'ici-là sous 48 h, s'il vous plaît ? Est-ce qu'il s'agit d'un sous-total ou du montant TTC ? Vous trouverez ci-joint le RIB.

Bien à vous,
Anne-Sophie Dupont
Responsable comptable – Société Générique SARL au capital de 10 000 €
3, avenue des Champs-Élysées, 75008 Paris
Tél : +33 (0)1 42 68 53 00 – RCS Paris 123 456 789`,
    ids: ['1042', 'sub_fr_12'],
  },
  {
    what: 'a French chat of Canada',
    text: `Allo, mon compte client tremblay-qc a été facturé 49,99 $ à 15 h 05 au lieu de 39,99 $. Rappelez-moi au 514 555-0123 après 17 h (HNE) svp. Celui-là est sur-facturé à 100 %, peut-être même plus.`,
    ids: ['tremblay-qc'],
  },
  {
    what: 'a Spanish complaint',
    text: `Buenas tardes:

Me han cobrado 2 veces la factura nº 1042 (1.200,50 € cada una, el 03-11-2026 a las 14:30 h). Mi suscripción es la sub_es_3 y sólo tengo 5 usuarios. Necesito la devolución en un plazo de 10 días.

Atentamente,
José Luis Gómez-Pérez
CIF B12345678
Avda. de la Constitución, 45, 1.º izq., 41001 Sevilla
Teléfono: +34 954 12 34 56`,
    ids: ['1042', 'sub_es_3'],
  },
  {
    what: 'a Spanish question of Mexico',
    text: `Hola qué tal, soy cliente de acme_mx desde hace 3 años. ¿Por qué el recibo INV-3021 dice $24,500.00 MXN + 16% de IVA? Mi RFC es GOPL850101AB1. Gracias, saludos desde CDMX (UTC-6)`,
    ids: ['acme_mx', 'INV-3021'],
    also: ['GOPL850101AB1'],
  },
  {
    what: 'a Brazilian complaint',
    text: `Olá, tudo bem?

Recebi a fatura 1042 no valor de R$ 1.200,50, mas cancelei a assinatura sub_br_77 na segunda-feira, 02/11/2026, às 9h15. Poderiam enviar-me o estorno em até 5 dias úteis? Meu CPF é 123.456.789-09.

Atenciosamente,
João da Silva
Av. Paulista, 1578 - 12º andar - Bela Vista
São Paulo - SP, CEP 01310-200
Tel.: (11) 3253-1234 / Cel.: (11) 91234-5678
CNPJ: 12.345.678/0001-90`,
    ids: ['1042', 'sub_br_77'],
  },
  {
    what: 'a Portuguese question',
    text: `Bom dia, o cliente vinho-porto pagou 1.200,50€ a mais na fatura FT 2026/1042. Podem corrigi-lo até sexta-feira? Cumprimentos, Inês, Rua das Flores 12, 4050-262 Porto, NIF 501234567`,
    ids: ['vinho-porto', '2026/1042'],
  },
  {
    what: 'a Japanese mail',
    text: `サポートご担当者様

いつもお世話になっております。株式会社サンプルの山田です。
2026年11月3日付の請求書（番号：１０４２）についてお伺いします。
契約ID「sub_jp_01」の利用料が12,000円ではなく、1万5千円（税込16,500円）になっております。
11月10日（火）15時30分までにご回答いただけますと幸いです。

--------------------------------------
株式会社サンプル 経理部 山田 花子
〒100-0005 東京都千代田区丸の内1-2-3 サンプルビル5階
TEL：03-1234-5678 FAX：03-1234-5679
E-mail：yamada@sample.example
--------------------------------------`,
    ids: ['1042', 'sub_jp_01'],
    also: ['yamada@sample.example'],
  },
  {
    what: 'a Japanese chat',
    text: 'INV-1042の支払期限は11/30ですか？顧客IDはacme-jpです。先月から3件目の問い合わせです。',
    ids: ['INV-1042', 'acme-jp'],
  },
  {
    what: 'a Chinese question',
    text: '您好，我们在2026年11月3日14:30收到发票1042，金额为¥1,200.50，但订阅sub_cn_8已经取消了。请在3个工作日内回复，电话：138 0013 8000。',
    ids: ['1042', 'sub_cn_8'],
  },
  {
    what: 'a Korean question',
    text: '안녕하세요, 2026년 11월 3일 청구서 1042번 금액이 1,200,500원으로 잘못 나왔습니다. 구독 ID는 sub_kr_2입니다. 연락처 010-1234-5678',
    ids: ['1042', 'sub_kr_2'],
  },
  {
    what: 'an Italian question',
    text: `Salve, l'abbonamento sub_it_4 (cliente rossi-srl) è stato rinnovato il 3/11 alle 14.30 senza preavviso: 1.200,50 euro + IVA 22%. Vorrei disdire entro 14 giorni. Cell. 347 1234567`,
    ids: ['sub_it_4', 'rossi-srl'],
  },
  {
    what: 'a Dutch question',
    text: `Goedemiddag, factuur 2026-1042 (€ 1.200,50, vervaldatum 17-11-2026) is al betaald op 3 nov. jl. Klantnummer: 55018. Met vriendelijke groet, Jan-Willem de Vries, Keizersgracht 12-III, 1015 CS Amsterdam, KvK 12345678, BTW NL001234567B01`,
    ids: ['2026-1042', '55018'],
  },
  {
    what: 'a Polish question',
    text: `Dzień dobry, faktura FV/1042/2026 na kwotę 1 200,50 zł z dnia 3.11.2026 r. jest błędna. Proszę o korektę dla klienta kowalski-pl. NIP 525-000-12-34, tel. 22 123 45 67. Pozdrawiam, Anna Kowalska-Nowak`,
    ids: ['FV/1042/2026', 'kowalski-pl'],
  },
  {
    what: 'a Swedish question',
    text: `Hej! Faktura 1042 på 1 200,50 kr (förfallodatum 2026-11-17) är fel, vi har 12 st licenser i sub_se_6, inte 14. Mvh Åsa Lind-Öberg, 08-123 456 78`,
    ids: ['1042', 'sub_se_6'],
  },
]
