import { listDocuments } from '@portal/contracts/documents/documents.endpoints';
import { listRatings } from '@portal/contracts/ratings/ratings.endpoints';
import { documentOf, mockDocuments } from '@portal/testing/documents';
import { expectReadAtPress } from '@portal/testing/earlyReads';
import { guard } from '@portal/testing/guard';
import { type MockedCalls, mockEndpoint } from '@portal/testing/mockEndpoint';
import { screen } from '@testing-library/react';
import { Screens } from './routes';

it.each([
  ['/guard/documents', listDocuments, 'My documents'],
  ['/jobRating', listRatings, 'My Ratings'],
])(
  '[INSTANT-04] the press of a link to %s requests what the screen reads first, and the screen requests it no second time',
  async (path, first, text) => {
    const reads = new Map<unknown, MockedCalls<unknown>>([
      [listDocuments, mockDocuments(() => [documentOf()])],
      [listRatings, mockEndpoint(listRatings, { docs: [] })],
    ]);
    await expectReadAtPress(Screens, {
      path,
      calls: reads.get(first)?.calls ?? [],
      guard: guard({ securityRegistrationExpiryDate: null }),
      whenShown: async () => {
        expect((await screen.findAllByText(text))[0]).toBeVisible();
        expect(screen.queryByText(/^Loading/)).not.toBeInTheDocument();
      },
    });
  },
);
