// Package cards holds a test alone: whatever a recorded agent asked becomes a card, and every answer that the card
// offers becomes the bytes that the agent demands.
package cards
