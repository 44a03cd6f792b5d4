// SPDX-License-Identifier: GPL-3.0-or-later

// A game as people keep it: header, start position, and a tree of moves with remarks.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/game_header.h"
#include "xiangqi/position.h"

namespace qipu {

using NodeId = std::uint32_t;
inline constexpr NodeId kRoot = 0;               // the start position
inline constexpr NodeId kNoNode = 0xFFFF'FFFFU;  // no such node

// A move in the tree. The first child of a node goes on with its line, the others are variations.
struct Node {
  Move move;  // none for the root
  NodeId parent = kNoNode;
  NodeId first_child = kNoNode;
  NodeId last_child = kNoNode;
  NodeId next_sibling = kNoNode;
};

// What is said at a node. Of the root: the opening remark.
struct Annotation {
  std::string before;              // said before the move, where a variation starts with a remark
  std::string comment;             // said after it; lines end in '\n'
  std::string unread;              // moves after it that could not be read, as text
  std::vector<std::uint8_t> nags;  // PGN's $n, in order
  bool empty() const { return before.empty() && comment.empty() && unread.empty() && nags.empty(); }
  friend bool operator==(const Annotation&, const Annotation&) = default;
};

// Moves from a start position. Nodes live as long as the tree; ids are dense, a parent's is
// smaller than its children's. Siblings have different moves, so a node has as many children as
// its position has moves at most. No depth limit; nothing here recurses.
class MoveTree {
 public:
  MoveTree();

  // Makes room for so many nodes in all.
  void reserve(std::size_t nodes) { nodes_.reserve(nodes); }
  // The child of `parent` with `move`: the one that is there, or a new last child.
  NodeId add(NodeId parent, Move move);
  // What is said at `node`, to be written to.
  Annotation& annotate(NodeId node);

  const Node& operator[](NodeId node) const { return nodes_[node]; }
  std::size_t size() const { return nodes_.size(); }  // the root counts
  // What is said at `node`, or null.
  const Annotation* annotation(NodeId node) const;
  // By node; entries may be empty.
  const std::map<NodeId, Annotation>& annotations() const { return annotations_; }
  bool has_comments() const;
  bool has_variations() const;

  // The moves from the root along first children, and their nodes.
  std::vector<Move> main_line() const;
  std::vector<NodeId> main_nodes() const;
  std::size_t ply_count() const;     // of the main line
  std::size_t branch_count() const;  // nodes that are not first children

  // The nodes in preorder: a node, then its children in order, each with all that is below it.
  std::vector<NodeId> preorder() const;

  // Same shape, moves and remarks, whatever the order in which the nodes were added.
  friend bool operator==(const MoveTree& a, const MoveTree& b);

 private:
  std::vector<Node> nodes_;
  std::map<NodeId, Annotation> annotations_;
};

// Something a reader did that its user should know.
struct Note {
  enum class Kind : std::uint8_t {  // stored; never renumber
    Repaired = 1,                   // an ambiguous or faulty text was settled
    Cut = 2,           // the main line stops before its end; the rest is in Annotation::unread
    Guessed = 3,       // a side, charset or layout was assumed
    DroppedMoves = 4,  // moves of a variation were dropped or kept as text only
    IllegalStart = 5,  // the start position cannot occur (find_fault)
  };
  Kind kind = Kind::Guessed;
  int ply = -1;  // counted from 0; -1 = about the whole
  std::string text;
  friend bool operator==(const Note&, const Note&) = default;
};

const char* to_text(Note::Kind kind);

enum class GameKind : std::uint8_t {  // stored; never renumber. SOURCE: cli.md, "--kind"
  Game = 0,
  Study = 1,     // more than 20 branches, or of type "opening"
  Puzzle = 2,    // not from the usual start and without two players
  Position = 3,  // no moves (a forfeit with players and a result is a Game)
};

struct Game {
  GameHeader header;
  Position start = Position::start();
  MoveTree tree;
  std::string type;     // what the record calls itself: 全局, 布局 ...; empty if it does not
  std::string charset;  // the bytes' charset as decided; empty where there was no choice
  std::vector<Note> notes;

  bool has_usual_start() const { return start == Position::start(); }
  // Whether positions of the game may enter the index.
  bool is_indexable() const { return is_playable(find_fault(start)); }
  // Notes and charset do not count: they tell of the reading, not of the game.
  friend bool operator==(const Game& a, const Game& b) {
    return a.header == b.header && a.start == b.start && a.tree == b.tree && a.type == b.type;
  }
};

GameKind kind_of(const Game& game);
// "game", "study", "puzzle", "position": what options and JSON say.
std::string_view to_word(GameKind kind);
// Nothing for any other word.
std::optional<GameKind> find_game_kind(std::string_view word);

// Sets header.date and header.outcome from the texts where they say something, and notes a result
// that tag, title and final position (mate, stalemate) do not agree on. The texts stay.
void normalise(Game& game);

}  // namespace qipu
